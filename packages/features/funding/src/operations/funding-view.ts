import { isParakhError, type Viewer } from '@parakh/core'
import { EnvironmentField, Moment, moment, Rupees, rupeesText } from '@parakh/core/fields'
import * as z from 'zod'
import { BANK_RAILS, FUNDING_METHODS, FUNDING_STATES, Funding, type FundingRecord } from '../contract/funding.ts'

/** The id of a funding in a path. */
export const FundingId = { funding_id: z.string() } as const
/** What a funding or a payment in suspense is looked for by. */
export const ReferenceField = z.string().trim().min(1).max(128)
/** Of a list: how much one operator approves alone. */
export const TwoOperatorsAbove = Rupees.describe('Above this amount two operators approve')
/** A wallet in a path. */
export const WalletId = {
  account_id: z.string().describe('The account'),
  environment: EnvironmentField,
} as const

/** A funding in an output. */
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
  approved_by: z
    .array(z.object({ actor: z.string(), at: Moment }))
    .nullable()
    .describe('Those operators; null: told to operators alone'),
  suspended_account: z.boolean().describe('Whether its dispute suspended the account'),
  created_by: z.string().nullable().describe('Null: told to operators alone'),
  created_at: Moment,
  updated_at: Moment,
})
type View = z.output<typeof FundingView>

/** Presents a funding. To accounts no operator is named. */
export const presentFunding = (
  funding: FundingRecord,
  { accountId: viewerId }: Pick<Viewer, 'accountId'>,
): z.input<typeof FundingView> => ({
  ...{ funding_id: funding.id, account_id: funding.accountId, environment: funding.environment },
  ...{ method: funding.method, state: funding.state, rail: funding.rail, utr: funding.utr },
  ...{ amount: rupeesText(funding.amount), reversed: rupeesText(funding.reversed), reason: funding.reason },
  ...{ reference: funding.reference, from_account_id: funding.from },
  ...{ gateway: funding.gateway, payment_id: funding.paymentId, approvals: funding.approvals.length },
  gateway_order_id: funding.gatewayOrderId,
  approved_by: viewerId === null ? funding.approvals.map(({ actor, at }) => ({ actor, at: moment(at) })) : null,
  ...{ suspended_account: funding.suspendedAccount, created_by: viewerId === null ? funding.createdBy : null },
  ...{ created_at: moment(funding.createdAt), updated_at: moment(funding.updatedAt) },
})

/** What commands print in place of the number of approvals: who approved it. */
export const printedFunding = ({ approved_by }: Pick<View, 'approved_by'>) => ({ approvals: approved_by ?? [] })

/** The needs of an operation on one funding, and whose data it is. */
export const ofFunding = {
  needs: { funding: Funding },
  whose: {
    async owner({ funding_id }: { readonly funding_id: string }, { funding }: { readonly funding: Funding }) {
      try {
        return (await funding.get(funding_id)).accountId
      } catch (error) {
        if (isParakhError(error) && error.code === 'FUNDING_NOT_FOUND') return null
        throw error
      }
    },
  },
} as const
