import {
  decimal,
  type Ledger,
  type LedgerTransaction,
  type Money,
  micro,
  Price,
  readCursor,
  type Steps,
  type TableAccess,
  type WalletReservations,
  writeCursor,
  zero,
} from '@parakh/core'
import * as z from 'zod'
import { poolName, type Subscription } from '../contract.ts'
import { plansErrors } from '../error-codes.ts'
import type { SubscriptionContext, SubscriptionStep, SubscriptionStore } from '../rules/subscription-store.ts'
import { planTables } from './plan-tables.ts'
import { rowOf } from './subscription-row.ts'
import { subscriptionStatements as statements } from './subscription-statements.ts'

/** What subscriptions are kept with. */
export interface SubscriptionStoreParts {
  readonly tables: TableAccess
  readonly ledger: Ledger
  readonly reservations: Pick<WalletReservations, 'isExternal'>
}
type Change = Parameters<SubscriptionStore['change']>[0]
type Decide = Parameters<SubscriptionStore['change']>[1]

const environment = 'production'
const MOST = 1_000
/** More than any plan costs. */
const ANY = micro(Number.MAX_SAFE_INTEGER)
const Place = z.tuple([z.string()])

/**
 * Subscriptions in the plugin's own table. What a change costs is paid from the production wallet in its commit.
 *
 * @example
 * const store = createSubscriptionStore({ tables, ledger, reservations })
 * const changes = await store.changesAfter(0)
 */
export function createSubscriptionStore({ tables, ledger, reservations }: SubscriptionStoreParts): SubscriptionStore {
  const isExternal = reservations.isExternal(environment)

  /** An external wallet is asked before the transaction, in which nothing waits, so the change is decided once before for what is due. */
  async function dueOf(change: Change, decide: Decide): Promise<Price> {
    if (!isExternal) return zero
    return await tables.transaction(function* (tx) {
      const context = yield* contextOf(tx, change, ANY)
      return Price.parse(decimal(decide(context)?.charge?.amount ?? zero))
    })
  }
  return {
    async find(accountId) {
      const found = await tables.first(statements.newest({ account_id: accountId }))
      // Only to tell one without a subscription from one that is unknown.
      if (!found) await tables.transaction((tx) => tx.account(accountId))
      return found
    },
    async list({ accountIds, state, plan, cursor, limit }) {
      const wanted = Math.min(limit, MOST)
      const before = cursor === null ? null : readCursor(cursor, Place)[0]
      const ids = accountIds && [...accountIds]
      const rows = await tables.rows(statements.page({ account_ids: ids, state, plan, before, limit: wanted + 1 }))
      const items = rows.slice(0, wanted)
      const last = items.at(-1)
      return { items, next: rows.length > wanted && last ? writeCursor([last.id]) : null }
    },
    async subscribers() {
      const rows = await tables.rows(statements.subscribers({}))
      return new Map(rows.map(({ plan, subscribers }) => [plan, subscribers]))
    },
    async change(change, decide) {
      const { accountId } = change
      const wallets = [{ accountId, environment, upTo: await dueOf(change, decide) }] as const
      return await ledger.change({ wallets }, (tx) => changeWithin(tx, change, decide))
    },
    async due(at, { after, limit }) {
      const asked = isExternal ? (true as const) : null
      const rows = await tables.rows(statements.due({ at: at.getTime(), asked, after, limit }))
      return rows.map(({ id, account_id }) => ({ id, accountId: account_id }))
    },
    approaching: async (limit) =>
      (await tables.rows(statements.approaching({ limit }))).map(({ account_id }) => account_id),
    async changesAfter(known) {
      const revision = await tables.revision()
      if (revision === known) return null
      const all = known === 0 ? null : (true as const)
      return { revision, subscriptions: await tables.rows(statements.changedAfter({ revision: known, all })) }
    },
    changesHere: () => tables.changesHere(),
  }
}

function* contextOf(
  tx: Pick<LedgerTransaction, 'account' | 'first'>,
  { accountId, at }: Change,
  available: Money,
): Steps<SubscriptionContext> {
  const subscription = yield* tx.first(statements.newest({ account_id: accountId }))
  const pool = subscription && { account_id: accountId, name: poolName(subscription), period: subscription.period }
  const used = pool ? ((yield* tx.first(statements.used(pool)))?.value ?? 0) : 0
  return { account: yield* tx.account(accountId), subscription, available, used, at }
}

/** Beneath the lock of the production wallet: it is read, decided and written, or nothing is. */
function* changeWithin(tx: LedgerTransaction, change: Change, decide: Decide): Steps<Subscription | null> {
  const { available } = tx.wallet({ accountId: change.accountId, environment })
  const context = yield* contextOf(tx, change, available)
  const step = decide(context)
  if (!step) return context.subscription
  if (yield* isPaid(tx, change, step)) return yield* write(tx, { change, before: context.subscription, step })
  // An external wallet did not set it aside, whatever came in since it said so.
  const short = decide({ ...context, available: micro(Math.min(available, (step.charge?.amount ?? 0) - 1)) })
  if (!short || short.charge) throw new TypeError('a plan is charged with at most what is available')
  return yield* write(tx, { change, before: context.subscription, step: short })
}

function* isPaid(tx: LedgerTransaction, { accountId, actor }: Change, { charge }: SubscriptionStep): Steps<boolean> {
  if (!charge) return true
  const { kind } = yield* tx.move({ kind: 'debit', accountId, environment, actor, ...charge })
  // What was paid stands with the subscription: one that does not know of its payment is not this one.
  if (kind === 'duplicate') throw plansErrors.error('PLAN_PAYMENT_REUSED', { reference: charge.reference })
  return kind === 'moved'
}

interface Written {
  readonly change: Change
  readonly before: Subscription | null
  readonly step: SubscriptionStep
}

function* write(tx: LedgerTransaction, { change, before, step }: Written): Steps<Subscription> {
  const { accountId, actor } = change
  const { subscription, charge, event, action } = step
  if (event) yield* tx.emit({ ...event, accountId, environment })
  if (action !== null)
    yield* tx.audit({
      ...{ actor, action, subject: `subscription/${subscription.id}`, accountId },
      before: before && before.id === subscription.id ? audited(before) : null,
      after: { ...audited(subscription), ...(charge ? { charged: decimal(charge.amount) } : {}) },
    })
  // Last, because its lock stops every other change of a subscription until the commit.
  const revision = yield* tx.raiseRevision(planTables)
  yield* tx.run(statements.put(rowOf(subscription, revision)))
  return subscription
}

const audited = ({ plan, state, period, nextPlan, paid }: Subscription): Readonly<Record<string, unknown>> => ({
  plan: plan.id,
  state,
  period,
  next_plan: nextPlan,
  paid: decimal(paid),
})
