import { upper } from './capitals.ts'

/** The kinds of holder, by the fourth letter of a PAN (decisions.md section 7). */
export const PAN_CATEGORIES = {
  A: 'aop',
  B: 'boi',
  C: 'company',
  F: 'firm',
  G: 'government',
  H: 'huf',
  J: 'ajp',
  K: 'trust',
  L: 'local_authority',
  P: 'person',
  T: 'trust',
} as const
/** The kind of holder that a PAN's fourth letter names; undefined for a letter that no PAN has. */
export const panCategory = (pan: string): (typeof PAN_CATEGORIES)[keyof typeof PAN_CATEGORIES] | undefined =>
  PAN_CATEGORIES[pan.charAt(3) as keyof typeof PAN_CATEGORIES]

/** Whether a text of a PAN's form is one that can exist. */
export const isPossiblePan = (pan: string): boolean => panCategory(pan) !== undefined && pan.slice(5, 9) !== '0000'
/** A PAN; lower case is made upper case. */
export const Pan = upper
  .regex(/^[A-Z]{5}[0-9]{4}[A-Z]$/, 'must be five letters, four digits and a letter')
  .refine(isPossiblePan, 'is not a PAN that can exist')
  .describe('Permanent account number, 10 characters. Lower case is accepted and made upper case.')
