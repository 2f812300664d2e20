import { maskAadhaar } from '@parakh/core/formats'
import * as z from 'zod'

/**
 * An Aadhaar number of which the last four digits are known, `XXXX XXXX 1234`. Whatever a source gives, masked its own way or whole,
 * is masked as soon as it is parsed.
 */
export const MaskedAadhaar = z
  .string()
  .trim()
  .regex(/[0-9]{4}$/, 'must end in four digits')
  .overwrite(maskAadhaar)
