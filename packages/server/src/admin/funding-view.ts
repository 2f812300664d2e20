import { isParakhError } from '@parakh/core'
import { EnvironmentField, Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import { BANK_RAILS, FUNDING_METHODS, FUNDING_STATES, Funding, type FundingRecord } from '@parakh/funding/contract'
import type { Host } from '@parakh/kernel'
import * as z from 'zod'

/** The id of a funding in a path. */
export const FundingId = z.object({ funding_id: z.string() })

/** A funding in a response. */
export const FundingView = z.object({
  funding_id: z.string().describe('Also the tr of a UPI QR, and the note funding_id of a payment'),
  account_id: z.string(),
  environment: EnvironmentField,
  method: z.enum(FUNDING_METHODS),
  state: z.enum(FUNDING_STATES),
  amount: Rupees,
  reference: z.string().nullable().describe("The reference of an operator's operation in the ledger"),
  from_account_id: z.string().nullable().describe('The parent of an allotment'),
  reversed: Rupees.describe('The part that refunds and a chargeback took out again'),
  rail: z.enum(BANK_RAILS).nullable(),
  utr: z.string().nullable(),
  gateway: z.string().nullable(),
  payment_id: z.string().nullable(),
  gateway_order_id: z.string().nullable(),
  reason: z.string().nullable(),
  approvals: z.int().describe('How many operators approved it'),
  created_at: Moment,
  updated_at: Moment,
})

/** Presents a funding. The audit log names who approved it. */
export const presentFunding = (funding: FundingRecord): z.input<typeof FundingView> => ({
  ...{ funding_id: funding.id, account_id: funding.accountId, environment: funding.environment },
  ...{ method: funding.method, state: funding.state, rail: funding.rail, utr: funding.utr },
  ...{ amount: rupeesText(funding.amount), reversed: rupeesText(funding.reversed), reason: funding.reason },
  ...{ reference: funding.reference, from_account_id: funding.from },
  ...{ gateway: funding.gateway, payment_id: funding.paymentId, approvals: funding.approvals.length },
  gateway_order_id: funding.gatewayOrderId,
  ...{ created_at: moment(funding.createdAt), updated_at: moment(funding.updatedAt) },
})

/** The account of a funding; null: no such funding. */
export async function ownerOfFunding(host: Host, { funding_id }: z.output<typeof FundingId>): Promise<string | null> {
  try {
    return (await host.get(Funding).get(funding_id)).accountId
  } catch (error) {
    if (isParakhError(error) && error.code === 'FUNDING_NOT_FOUND') return null
    throw error
  }
}
