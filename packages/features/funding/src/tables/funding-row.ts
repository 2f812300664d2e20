import { Amount, ENVIRONMENTS, Flag, json, Moment } from '@parakh/core'
import * as z from 'zod'
import {
  BANK_RAILS,
  FUNDING_METHODS,
  FUNDING_STATES,
  type FundingRecord,
  SUSPENSE_STATES,
  type SuspenseItem,
} from '../contract/funding.ts'
import { REVERSAL_KINDS, REVERSAL_PHASES } from '../contract/reversal.ts'

const Approvals = z.array(z.object({ actor: z.string(), at: Moment }))
const Reversals = z.array(
  z.object({
    kind: z.enum(REVERSAL_KINDS),
    id: z.string(),
    phase: z.enum(REVERSAL_PHASES),
    amount: Amount,
    at: z.int().nullable(),
    changes: z.int(),
  }),
)

/** A row of `record` as it is written. */
export const FundingValues = z.object({
  id: z.string(),
  account_id: z.string(),
  environment: z.enum(ENVIRONMENTS),
  method: z.enum(FUNDING_METHODS),
  state: z.enum(FUNDING_STATES),
  amount: z.int(),
  reference: z.string().nullable(),
  from_account_id: z.string().nullable(),
  reversed: z.int(),
  rail: z.enum(BANK_RAILS).nullable(),
  utr: z.string().nullable(),
  gateway: z.string().nullable(),
  payment_id: z.string().nullable(),
  gateway_order_id: z.string().nullable(),
  gateway_asked_at: z.date().nullable(),
  return_url: z.string().nullable(),
  reason: z.string().nullable(),
  approvals: z.string(),
  reversals: z.string().nullable(),
  suspended_account: z.boolean(),
  created_by: z.string(),
  created_at: z.date(),
  updated_at: z.date(),
})
/** A row of `record` as it is read. */
export const FundingRow = FundingValues.extend({
  amount: Amount,
  reversed: Amount,
  approvals: json(Approvals),
  reversals: json(Reversals).nullable(),
  suspended_account: Flag,
  gateway_asked_at: Moment.nullable(),
  created_at: Moment,
  updated_at: Moment,
}).transform(
  ({ account_id, from_account_id, payment_id, created_by, created_at, updated_at, ...row }): FundingRecord => {
    const { gateway_order_id, gateway_asked_at, return_url, suspended_account, reversals, ...rest } = row
    return {
      ...rest,
      // A release before this column wrote null.
      reversals: reversals ?? [],
      accountId: account_id,
      from: from_account_id,
      paymentId: payment_id,
      gatewayOrderId: gateway_order_id,
      gatewayAskedAt: gateway_asked_at,
      returnUrl: return_url,
      suspendedAccount: suspended_account,
      createdBy: created_by,
      createdAt: created_at,
      updatedAt: updated_at,
    }
  },
)

/** A funding as a row of `record`. */
export function fundingRow(funding: FundingRecord): z.input<typeof FundingValues> {
  const { id, environment, method, state, amount, reference, reversed, rail, utr, gateway, reason } = funding
  return {
    ...{ id, environment, method, state, amount, reference, reversed, rail, utr, gateway, reason },
    from_account_id: funding.from,
    account_id: funding.accountId,
    payment_id: funding.paymentId,
    gateway_order_id: funding.gatewayOrderId,
    gateway_asked_at: funding.gatewayAskedAt,
    return_url: funding.returnUrl,
    approvals: JSON.stringify(funding.approvals.map(({ actor, at }) => ({ actor, at: at.getTime() }))),
    reversals: funding.reversals.length === 0 ? null : JSON.stringify(funding.reversals),
    suspended_account: funding.suspendedAccount,
    created_by: funding.createdBy,
    created_at: funding.createdAt,
    updated_at: funding.updatedAt,
  }
}

/** A row of `suspense` as it is written. */
export const SuspenseValues = z.object({
  id: z.string(),
  gateway: z.string(),
  payment_id: z.string(),
  amount: z.int(),
  currency: z.string(),
  reference: z.string().nullable(),
  utr: z.string().nullable(),
  method: z.string().nullable(),
  reason: z.string(),
  state: z.enum(SUSPENSE_STATES),
  resolution: z.string().nullable(),
  created_at: z.date(),
  updated_at: z.date(),
})
/** A row of `suspense` as it is read. */
export const SuspenseRow = SuspenseValues.extend({ amount: Amount, created_at: Moment, updated_at: Moment }).transform(
  ({ payment_id, created_at, updated_at, ...rest }): SuspenseItem => ({
    ...rest,
    paymentId: payment_id,
    createdAt: created_at,
    updatedAt: updated_at,
  }),
)

/** A suspense item as a row of `suspense`. */
export function suspenseRow({
  paymentId,
  createdAt,
  updatedAt,
  ...item
}: SuspenseItem): z.input<typeof SuspenseValues> {
  return { ...item, payment_id: paymentId, created_at: createdAt, updated_at: updatedAt }
}
