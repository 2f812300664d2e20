import { decimal } from '@parakh/core'
import type { FundingRecord, SuspenseItem } from '@parakh/server/host'
import { drawTable } from '../terminal/table.ts'

/** A funding as `--json` prints it. */
export const presentFunding = (funding: FundingRecord) => ({
  funding_id: funding.id,
  account_id: funding.accountId,
  environment: funding.environment,
  method: funding.method,
  state: funding.state,
  amount: decimal(funding.amount),
  reference: funding.reference,
  from_account_id: funding.from,
  reversed: decimal(funding.reversed),
  rail: funding.rail,
  utr: funding.utr,
  gateway: funding.gateway,
  payment_id: funding.paymentId,
  gateway_order_id: funding.gatewayOrderId,
  reason: funding.reason,
  approvals: funding.approvals.map(({ actor, at }) => ({ actor, at: at.toISOString() })),
  suspended_account: funding.suspendedAccount,
  created_by: funding.createdBy,
  created_at: funding.createdAt.toISOString(),
  updated_at: funding.updatedAt.toISOString(),
})

/** Fundings as a table. */
export const drawFundings = (fundings: readonly FundingRecord[]): string =>
  drawTable(
    ['Funding', 'Account', 'Environment', 'Method', 'State', 'INR', 'UTR, payment or reference', 'Created'],
    fundings.map((funding) => [
      ...[funding.id, funding.accountId, funding.environment, funding.rail ?? funding.method, funding.state],
      ...[
        decimal(funding.amount),
        funding.utr ?? funding.paymentId ?? funding.reference ?? '',
        funding.createdAt.toISOString(),
      ],
    ]),
  )

/** One funding, as lines. */
export const describeFunding = (funding: FundingRecord): string =>
  drawTable(
    ['Field', 'Value'],
    Object.entries(presentFunding(funding))
      .filter(([, value]) => value !== null && value !== false)
      .map(([name, value]) => [name, Array.isArray(value) ? value.map(({ actor }) => actor).join(', ') : `${value}`]),
  )

/** A suspense item as `--json` prints it. */
export const presentSuspense = (item: SuspenseItem) => ({
  suspense_id: item.id,
  gateway: item.gateway,
  payment_id: item.paymentId,
  amount: decimal(item.amount),
  currency: item.currency,
  reference: item.reference,
  reason: item.reason,
  state: item.state,
  resolution: item.resolution,
  created_at: item.createdAt.toISOString(),
  updated_at: item.updatedAt.toISOString(),
})
