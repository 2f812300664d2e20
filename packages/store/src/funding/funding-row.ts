import { BANK_RAILS, FUNDING_METHODS, FUNDING_STATES, type FundingRecord, micro, type SuspenseItem } from '@parakh/core'
import * as z from 'zod'
import { Counted, EnvironmentColumn, Moment } from '../columns.ts'

const Amount = Counted.transform(micro)
const Approvals = z.array(z.object({ actor: z.string(), at: Moment }))

/** A row of `funding`. */
export const FundingRow = z
  .object({
    id: z.string(),
    account_id: z.string(),
    environment: EnvironmentColumn,
    method: z.enum(FUNDING_METHODS),
    state: z.enum(FUNDING_STATES),
    amount: Amount,
    reference: z.string().nullable(),
    from_account_id: z.string().nullable(),
    reversed: Amount,
    rail: z.enum(BANK_RAILS).nullable(),
    utr: z.string().nullable(),
    gateway: z.string().nullable(),
    payment_id: z.string().nullable(),
    gateway_order_id: z.string().nullable(),
    gateway_asked_at: Moment.nullable(),
    reason: z.string().nullable(),
    approvals: z.string().transform((text) => Approvals.parse(JSON.parse(text))),
    suspended_account: Counted.transform((flag) => flag === 1),
    created_by: z.string(),
    created_at: Moment,
    updated_at: Moment,
  })
  .transform(
    ({ account_id, from_account_id, payment_id, created_by, created_at, updated_at, ...row }): FundingRecord => {
      const { gateway_order_id, gateway_asked_at, suspended_account, ...rest } = row
      return {
        ...rest,
        accountId: account_id,
        from: from_account_id,
        paymentId: payment_id,
        gatewayOrderId: gateway_order_id,
        gatewayAskedAt: gateway_asked_at,
        suspendedAccount: suspended_account,
        createdBy: created_by,
        createdAt: created_at,
        updatedAt: updated_at,
      }
    },
  )

/** A funding as a row of `funding`. */
export function fundingRow(funding: FundingRecord) {
  const { id, environment, method, state, amount, reference, reversed, rail, utr, gateway, reason } = funding
  return {
    ...{ id, environment, method, state, amount, reference, reversed, rail, utr, gateway, reason },
    from_account_id: funding.from,
    account_id: funding.accountId,
    payment_id: funding.paymentId,
    gateway_order_id: funding.gatewayOrderId,
    gateway_asked_at: funding.gatewayAskedAt?.getTime() ?? null,
    approvals: JSON.stringify(funding.approvals.map(({ actor, at }) => ({ actor, at: at.getTime() }))),
    suspended_account: funding.suspendedAccount ? 1 : 0,
    created_by: funding.createdBy,
    created_at: funding.createdAt.getTime(),
    updated_at: funding.updatedAt.getTime(),
  }
}

/** A row of `funding_suspense`. */
export const SuspenseRow = z
  .object({
    id: z.string(),
    gateway: z.string(),
    payment_id: z.string(),
    amount: Amount,
    currency: z.string(),
    reference: z.string().nullable(),
    reason: z.string(),
    state: z.enum(['open', 'assigned', 'closed']),
    resolution: z.string().nullable(),
    created_at: Moment,
    updated_at: Moment,
  })
  .transform(
    ({ payment_id, created_at, updated_at, ...rest }): SuspenseItem => ({
      ...rest,
      paymentId: payment_id,
      createdAt: created_at,
      updatedAt: updated_at,
    }),
  )

/** A suspense item as a row of `funding_suspense`. */
export function suspenseRow({ paymentId, createdAt, updatedAt, ...item }: SuspenseItem) {
  return { ...item, payment_id: paymentId, created_at: createdAt.getTime(), updated_at: updatedAt.getTime() }
}
