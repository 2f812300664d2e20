import { upper } from './capitals.ts'
import { isGstinCheck } from './check-digits.ts'
import { GST_STATES } from './gst-states.ts'
import { isPossiblePan } from './pan.ts'

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
