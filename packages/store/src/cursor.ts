import type * as z from 'zod'
import { storeErrors } from './error-codes.ts'

/** Where a page ended, as a text that callers hand back unread. */
export const writeCursor = (place: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify(place)).toString('base64url')

/**
 * Reads what `writeCursor` made.
 *
 * @param shape What this collection's cursors hold.
 * @throws `CURSOR_INVALID`
 */
export function readCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const place = shape.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (!place.success) throw storeErrors.error('CURSOR_INVALID')
  return place.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
