import * as z from 'zod'
import { identifier } from '../identifier.ts'
import { isVerhoeff } from './check-digits.ts'

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
 * An Aadhaar number of which the last four digits are known, `XXXX XXXX 1234`. Whatever a source sends, complete or masked in its own
 * way, is masked when it is parsed.
 */
export const MaskedAadhaar = z
  .string()
  .trim()
  .regex(/[0-9]{4}$/, 'must end in four digits')
  .overwrite(maskAadhaar)
