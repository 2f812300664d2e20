import * as z from 'zod'
import { upper } from './capitals.ts'
import { isLuhn } from './check-digits.ts'

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
/** A ration card number of Uttar Pradesh. */
export const RationCard = z.string().regex(/^[0-9]{12}$/, 'must be 12 digits')
/** A postal code. */
export const Pincode = z.string().regex(/^[1-9][0-9]{5}$/, 'must be six digits, the first not 0')
