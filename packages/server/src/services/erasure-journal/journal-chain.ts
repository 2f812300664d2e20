import { createHmac, timingSafeEqual } from 'node:crypto'
import type { JournaledErasure } from '@parakh/core'
import * as z from 'zod'
import type { KeyedSecret } from '../../config/secrets.ts'

/** Keys of the chain are derived, so that no line helps whoever wants to know a hash of the index. */
const PURPOSE = 'parakh erasure journal 1'

const Line = z.strictObject({
  id: z.string().min(1),
  at: z.iso.datetime(),
  subjects: z.array(z.string()).min(1),
  /** The id of the key that signed it. */
  key: z.string(),
  mac: z.string(),
})

/** A line of the journal that was checked. */
export interface CheckedLine {
  readonly erasure: JournaledErasure
  readonly mac: string
}

const macOf = ({ value }: KeyedSecret, before: string, content: readonly unknown[]): string =>
  createHmac('sha256', createHmac('sha256', value).update(PURPOSE).digest())
    .update(JSON.stringify([before, ...content]))
    .digest('base64url')

const equal = (mine: string, theirs: string): boolean => {
  const [a, b] = [Buffer.from(mine), Buffer.from(theirs)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Signs an erasure with the line before it; `''` before the first. */
export function signedLine(key: KeyedSecret, before: string, { id, at, subjects }: JournaledErasure): string {
  const moment = at.toISOString()
  const mac = macOf(key, before, [id, moment, subjects, key.id])
  return `${JSON.stringify({ id, at: moment, subjects, key: key.id, mac })}\n`
}

/**
 * Checks a line against the one before it.
 *
 * @param keys All that may have signed it; two may have one id, a subject key and a pepper.
 * @returns Null: it was changed, moved or added by somebody else, or its key is not among them.
 */
export function checkedLine(keys: readonly KeyedSecret[], before: string, text: string): CheckedLine | null {
  const parsed = Line.safeParse(parsedJson(text))
  if (!parsed.success) return null
  const { id, at, subjects, key, mac } = parsed.data
  const isOurs = keys.some((one) => one.id === key && equal(macOf(one, before, [id, at, subjects, key]), mac))
  return isOurs ? { erasure: { id, at: new Date(at), subjects }, mac } : null
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
