import * as z from 'zod'
import { BASIS_POINTS_PER_PERCENT } from '../percent-text.ts'

/** Rupees that may have more than two decimals, such as commission. */
export const Exact = z.string().meta({
  description: 'Rupees, exactly: two to six decimals',
  examples: ['0.48', '-0.0825'],
})
/** A month in India. */
export const Month = z
  .string()
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'must be a month such as 2026-11')
  .describe('A month in India such as 2026-11')
/** A rate in an output. */
export const Percent = z.string().meta({ description: 'Percent with two decimals', examples: ['12.00'] })
/** The same in an input, read as basis points. */
export const PercentField = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be percent with at most two decimals, such as 12 or 7.25'))
  .transform((text) => Math.round(Number(text) * BASIS_POINTS_PER_PERCENT))
/** An idempotency key that is kept with what it moved. */
export const Reference = z
  .string()
  .regex(/^[\x21-\x7e]([\x20-\x7e]{0,126}[\x21-\x7e])?$/, 'must be 1 to 128 printable characters')
