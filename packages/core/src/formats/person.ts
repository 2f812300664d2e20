import * as z from 'zod'

/** Whether a text can be a name: it has at least one letter, in any script (decisions.md section 13). */
export const hasLetter = (name: string): boolean => /\p{L}/u.test(name)
/** A gender in a legacy answer, which is always text: a single letter, empty where there is none (decisions.md section 13). */
export const LegacyGender = z
  .enum(['M', 'F', 'T', ''])
  .describe('A single letter; empty for a holder that is not a person, or if unknown')
/** The holder's consent. */
export const Consent = z.literal('Y')
