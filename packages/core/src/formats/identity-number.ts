import * as z from 'zod'
import { isVerhoeff } from './check-digits.ts'
import { Pan } from './pan.ts'

/**
 * Whether the whole of a text, spaces and hyphens removed, is an Aadhaar number with a right check digit or a PAN. Texts that are
 * stored unencrypted must not be one (decisions.md section 13).
 */
export function isIdentityNumber(text: string): boolean {
  const compacted = text.replace(/[\s-]/g, '')
  if (compacted.length === 12) return /^[2-9][0-9]{11}$/.test(compacted) && isVerhoeff(compacted)
  return compacted.length === 10 && Pan.safeParse(compacted).success
}
/** Refuses a text that is an identity number: for `check` of a schema. */
export const noIdentityNumber = z.refine<string>(
  (text) => !isIdentityNumber(text),
  'must not be an Aadhaar number or a PAN: it is kept in clear',
)
