import { GST_STATES, Gstin, isPrintable, noIdentityNumber } from '@parakh/core/formats'
import * as z from 'zod'
import type { BillingDetails } from '../contract/invoices.ts'
import { invoicingErrors } from '../error-codes.ts'

const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1, 'is missing')
    .max(longest, `has more than ${longest} characters`)
    .refine(isPrintable, 'has characters that cannot be printed')
    .check(noIdentityNumber)

/** The party of an invoice: seller or buyer. */
export const PartySchema = z
  .object({
    name: line(120),
    gstin: Gstin.nullable(),
    stateCode: z.string().refine((code) => GST_STATES.has(code), 'is no state code of GST'),
    address: line(300),
  })
  .refine(({ gstin, stateCode }) => gstin === null || gstin.startsWith(stateCode), {
    path: ['stateCode'],
    message: 'is not the state that the GSTIN begins with',
  })

/** @throws `BILLING_DETAILS_INVALID` */
export function checkDetails({ accountId, ...given }: BillingDetails): BillingDetails {
  const checked = PartySchema.safeParse(given)
  if (checked.success) return { accountId, ...checked.data }
  const detail = checked.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')
  throw invoicingErrors.error('BILLING_DETAILS_INVALID', { detail })
}
