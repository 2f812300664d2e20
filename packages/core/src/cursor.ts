import type * as z from 'zod'
import { coreErrors } from './error-codes.ts'

/** Where a page ended, as a text that callers hand back unread. */
export function writeCursor(place: readonly (string | number)[]): string {
  const bytes = new TextEncoder().encode(JSON.stringify(place))
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/**
 * Reads what `writeCursor` made.
 *
 * @param shape What this collection's cursors hold.
 * @throws `CURSOR_INVALID`
 */
export function readCursor<T>(cursor: string, shape: z.ZodType<T>): T {
  const place = shape.safeParse(parsed(cursor))
  if (!place.success) throw coreErrors.error('CURSOR_INVALID')
  return place.data
}

function parsed(cursor: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
