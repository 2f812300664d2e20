import { decimal, type Steps, type TableAccess, type TableTransaction } from '@parakh/core'
import type { SuspenseItem } from '../contract/funding.ts'
import { fundingErrors } from '../error-codes.ts'
import { type FundingRows, isEventItem, type NewFunding, REVERSAL_UNDONE, REVERSED } from '../rules/funding-rows.ts'
import { suspenseRow } from './funding-row.ts'
import { referenced, fundingStatements as statements } from './funding-statements.ts'

const MOST = 1_000

type SuspenseParts = Pick<
  FundingRows,
  'addSuspense' | 'explainSuspense' | 'suspense' | 'findSuspense' | 'closeSuspense'
>

/** Payments that fit no order, and events that an operator must look at: kept once, credited to nobody. */
export const createSuspense = (tables: TableAccess): SuspenseParts => ({
  async addSuspense(item) {
    await tables.transaction(function* (tx) {
      const added = yield* tx.rows(statements.addSuspense(suspenseRow(item)))
      if (added.length > 0) yield* audit(tx, item, { actor: `system:gateway-${item.gateway}`, action: 'suspense.open' })
    })
  },
  explainSuspense: ({ gateway, paymentId: payment_id }, reversedBy) =>
    tables.transaction(function* (tx) {
      // The lock comes before the events are read: of two events at once, the later one reads both.
      const item = yield* tx.first(statements.lockSuspense({ gateway, payment_id }))
      if (!item) return null
      const reversed = reversedBy(yield* tx.rows(statements.paymentEvents({ gateway, payment_id })))
      if (reversed === null || reversed === (item.reason === REVERSED)) return item
      const reason = reversed ? REVERSED : REVERSAL_UNDONE
      const explained = yield* tx.first(statements.explainSuspense({ id: item.id, reason, at: tx.at }))
      const action = reversed ? 'suspense.reverse' : 'suspense.restore'
      yield* audit(tx, explained ?? item, { actor: `system:gateway-${gateway}`, action })
      return explained
    }),
  suspense: (state, reference) => tables.rows(statements.suspense({ state, ...referenced(reference), limit: MOST })),
  findSuspense: (by) =>
    tables.first(
      'id' in by
        ? statements.suspenseById({ id: by.id })
        : statements.suspenseOf({ gateway: by.gateway, payment_id: by.paymentId }),
    ),
  closeSuspense: ({ id, reason, actor }) =>
    tables.transaction(function* (tx) {
      const item = yield* resolve(tx, { id, state: 'closed', resolution: reason, at: tx.at })
      yield* audit(tx, item, { actor, action: 'suspense.close' })
      return item
    }),
})

const audit = (
  tx: TableTransaction,
  item: SuspenseItem,
  {
    actor,
    action,
    assigned = {},
  }: { actor: string; action: string; assigned?: Readonly<Record<string, string | null>> },
): Steps<void> =>
  tx.audit({
    ...{ actor, action, subject: `suspense/${item.id}`, accountId: null, before: null },
    after: {
      ...{ gateway: item.gateway, payment_id: item.paymentId, amount: decimal(item.amount), currency: item.currency },
      ...{ reason: item.reason, state: item.state, resolution: item.resolution },
      ...assigned,
    },
  })

/** Turns an open suspense item into a funding, in the transaction that opens it. @throws `FUNDING_NOT_FOUND`, `FUNDING_STATE` where it was reversed */
export function* assignSuspense(
  tx: TableTransaction,
  { suspenseId, reason, funding }: NonNullable<NewFunding['assigned']> & Pick<NewFunding, 'funding'>,
): Steps<void> {
  const { id, accountId, environment, createdBy: actor, createdAt: at } = funding
  const item = yield* resolve(tx, { id: suspenseId, state: 'assigned', resolution: id, at })
  if (item.reason === REVERSED || isEventItem(item)) {
    const state = isEventItem(item) ? 'an event, not a payment' : 'reversed at the gateway'
    throw fundingErrors.error('FUNDING_STATE', {
      id: suspenseId,
      state,
      allowed: 'a credit by hand of what is left of it',
    })
  }
  const assigned = { account_id: accountId, environment, assigned_because: reason }
  yield* audit(tx, item, { actor, action: 'suspense.assign', assigned })
}

interface Resolution extends Pick<SuspenseItem, 'id' | 'state'> {
  readonly resolution: string
  readonly at: Date
}

function* resolve(tx: TableTransaction, resolution: Resolution): Steps<SuspenseItem> {
  const item = yield* tx.first(statements.resolveSuspense(resolution))
  if (!item) throw fundingErrors.error('FUNDING_NOT_FOUND', { id: resolution.id })
  return item
}
