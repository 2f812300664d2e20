import * as z from 'zod'
import { identifier } from '../identifier.ts'
import { isGstinCheck, isLuhn, isVerhoeff } from './check-digits.ts'
import { GST_STATES } from './gst-states.ts'
import { indianDay, isRealDay } from './real-day.ts'

export { isGstinCheck, isLuhn, isVerhoeff } from './check-digits.ts'
export { GST_STATES } from './gst-states.ts'
export { orElse } from './or-else.ts'
export { printedDay } from './printed-day.ts'
export { indianDay, isRealDay } from './real-day.ts'
export { NOT_RECORDED, type SheetFields, sheetDay, sheetGender, sheetPart, sheetText } from './sheet.ts'

const upper = z.string().trim().toUpperCase()
const compact = z.string().transform((text) => text.replace(/[\s-]/g, '').toUpperCase())

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

const isPossiblePan = (pan: string): boolean => panCategory(pan) !== undefined && pan.slice(5, 9) !== '0000'
/** A PAN; lower case is made upper case. */
export const Pan = upper
  .regex(/^[A-Z]{5}[0-9]{4}[A-Z]$/, 'must be five letters, four digits and a letter')
  .refine(isPossiblePan, 'is not a PAN that can exist')
  .describe('Permanent account number, 10 characters. Lower case is accepted and made upper case.')

/** The last four digits, the rest as X. */
export const maskAadhaar = (text: string): string => `XXXX XXXX ${text.slice(-4)}`
/** An Aadhaar number: published as 12 digits, parsed into an `Identifier`. */
export const Aadhaar = identifier(
  z
    .string()
    .regex(/^[0-9]{12}$/, 'must be 12 digits')
    .refine((text) => text.charAt(0) >= '2' && isVerhoeff(text), 'is not a valid Aadhaar number'),
  maskAadhaar,
)
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
/**
 * An Aadhaar number of which the last four digits are known, `XXXX XXXX 1234`. Whatever a source sends, complete or masked in its own
 * way, is masked when it is parsed.
 */
export const MaskedAadhaar = z
  .string()
  .trim()
  .regex(/[0-9]{4}$/, 'must end in four digits')
  .overwrite(maskAadhaar)
/** A GSTIN with an existing state code, a valid PAN and a correct check character; lower case is made upper case. */
export const Gstin = upper
  .regex(/^[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, {
    error: 'must be state, PAN, entity, Z and check character',
    abort: true,
  })
  .refine((gstin) => GST_STATES.has(gstin.slice(0, 2)), { error: 'begins with no state code of GST', abort: true })
  .refine((gstin) => isPossiblePan(gstin.slice(2, 12)), { error: 'holds a PAN that cannot exist', abort: true })
  .refine(isGstinCheck, 'has a wrong check character')
  .describe('GST identification number, 15 characters. Lower case is accepted and made upper case.')
/** An IFSC; lower case is made upper case. Only the format is checked. */
export const Ifsc = upper
  .regex(/^[A-Z]{4}0[A-Z0-9]{6}$/, 'must be four letters, a zero and six letters or digits')
  .describe('Indian Financial System Code, 11 characters. Lower case is accepted and made upper case.')
/** A voter card number of the current format. */
export const Epic = upper
  .regex(/^[A-Z]{3}[0-9]{7}$/, 'must be three letters and seven digits')
  .refine((text) => isLuhn(text.slice(3)), 'has a wrong check digit')
/** An Indian mobile number, ten digits. */
export const Mobile = z.string().regex(/^[6-9][0-9]{9}$/, 'must be ten digits, the first 6 to 9')
/** A day that exists, `YYYY-MM-DD`. */
export const Day = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/, 'must be YYYY-MM-DD')
  .refine(isRealDay, 'is not a day that exists')
  .meta({ format: 'date' })
/** A date of birth: an existing day, not in the future in India. */
export const BirthDay = Day.refine((text) => text <= indianDay(new Date()), 'lies in the future').meta({
  format: 'date',
})
/** A vehicle number as rc-pdf publishes it: capitals and digits alone. Nothing is normalised (decisions.md section 13). */
export const Vehicle = z
  .string()
  .regex(/^[A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{4}$/, 'must be a vehicle number in capitals, without spaces')
/** A vehicle number of any series; spaces and hyphens are removed. */
export const AnyVehicle = compact.pipe(
  z
    .string()
    .regex(
      /^([A-Z]{2}[0-9]{1,2}[A-Z]{0,3}[0-9]{4}|[0-9]{2}BH[0-9]{4}[A-HJ-NP-Z]{1,2})$/,
      'must be a vehicle number, such as MH12AB1234 or 22BH1234AA',
    ),
)
/** A driving licence number; spaces and hyphens are removed. Older state formats pass. */
export const Licence = compact.pipe(z.string().regex(/^[A-Z]{2}[A-Z0-9]{8,18}$/, 'must be a driving licence number'))
/** A ration card number of Uttar Pradesh. */
export const RationCard = z.string().regex(/^[0-9]{12}$/, 'must be 12 digits')
/** A postal code. */
export const Pincode = z.string().regex(/^[1-9][0-9]{5}$/, 'must be six digits, the first not 0')
/** Whether a text can be a name: it has at least one letter, in any script (decisions.md section 13). */
export const hasLetter = (name: string): boolean => /\p{L}/u.test(name)
/** A gender in a legacy answer, which is always text: a single letter, empty where there is none (decisions.md section 13). */
export const LegacyGender = z
  .enum(['M', 'F', 'T', ''])
  .describe('A single letter; empty for a holder that is not a person, and where the source has none')
/** The holder's consent. */
export const Consent = z.literal('Y')
