import {
  type Clock,
  type Decide,
  decimal,
  type Ids,
  minus,
  type PlanStore,
  plus,
  poolName,
  type Subscription,
  type SubscriptionContext,
  type SubscriptionStep,
  type WalletState,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { appendAudit } from '../audit/append-audit.ts'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { appendEvent } from '../outbox/append-event.ts'
import { lockedWallet } from '../wallet/locked-wallets.ts'
import { moveMoney } from '../wallet/move-money.ts'
import { rowOf, SubscriptionRow } from './subscription-row.ts'

/** What subscriptions are kept with. */
export interface PlanStoreOptions {
  readonly database: Database
  readonly decide: Decide
  readonly clock: Clock
  readonly ids: Ids
}

const environment = 'production'

type Change = Parameters<PlanStore['change']>[0]
type DecideChange = Parameters<PlanStore['change']>[1]

/** The newest subscription of an account. */
export async function newestOf(knex: Knex, { table }: Pick<Database, 'table'>, accountId: string) {
  const row: unknown = await knex(table('plan_subscription'))
    .where({ account_id: accountId })
    .orderByRaw(`case when state = 'ended' then 1 else 0 end, id desc`)
    .first()
  return row === undefined ? null : SubscriptionRow.parse(row)
}

/** One transaction beneath the lock of the production wallet: it is read, decided and written, or nothing is. */
export async function changeSubscription(
  options: PlanStoreOptions,
  change: Change,
  decideChange: DecideChange,
): Promise<Subscription | null> {
  const { database } = options
  return await database.write(async (transaction) => {
    const { accountId } = change
    const wallet = await lockedWallet(transaction, database, { accountId, environment })
    const before = await newestOf(transaction, database, accountId)
    const context: SubscriptionContext = {
      account: await requireAccount(transaction, database, accountId),
      subscription: before,
      available: plus(minus(wallet.posted, wallet.held), change.reserved?.amount ?? zero),
      used: before ? await usedOf(transaction, database, before) : 0,
      at: change.at,
    }
    const step = decideChange(context)
    if (!step) return before
    await write(transaction, options, { change, wallet, before, step })
    return step.subscription
  })
}

async function usedOf(transaction: Knex.Transaction, { table }: Database, subscription: Subscription): Promise<number> {
  const { accountId, period } = subscription
  const row: { value: number | string } | undefined = await transaction(table('counter'))
    .where({ account_id: accountId, environment, name: poolName(subscription), period })
    .first('value')
  return Number(row?.value ?? 0)
}

interface Writing {
  readonly change: Change
  readonly wallet: WalletState
  readonly before: Subscription | null
  readonly step: SubscriptionStep
}

async function write(
  transaction: Knex.Transaction,
  { database, decide, ids }: PlanStoreOptions,
  { change, wallet, before, step }: Writing,
): Promise<void> {
  const { accountId, actor, reserved } = change
  const at = change.at.getTime()
  if (step.charge) {
    const of = { id: reserved?.id ?? ids.next(), accountId, environment, at, actor, reserved } as const
    const move = { kind: 'debit', ...of, ...step.charge } as const
    const { kind } = await moveMoney(transaction, { database, decide }, { move, wallets: [wallet] })
    if (kind === 'insufficient') throw new TypeError('a plan is charged with at most what is available')
    // What was paid stands with the subscription: one that does not know of its payment is not this one.
    if (kind === 'duplicate') throw storeErrors.error('REFERENCE_REUSED', { reference: move.reference })
  }
  if (step.event)
    await appendEvent(transaction, database, { ...step.event, id: ids.next(), accountId, environment, at })
  if (step.action !== null) {
    const subject = `subscription/${step.subscription.id}`
    const charged = step.charge ? { charged: decimal(step.charge.amount) } : {}
    await appendAudit(transaction, database, {
      ...{ id: ids.next(), at: change.at, actor, action: step.action, subject, accountId },
      before: before && before.id === step.subscription.id ? audited(before) : null,
      after: { ...audited(step.subscription), ...charged },
    })
  }
  // Last, because its lock stops every other change of a subscription until the commit.
  const revision = await database.revisions.raise(transaction, 'plans')
  const row = { ...rowOf(step.subscription), revision }
  await transaction(database.table('plan_subscription')).insert(row).onConflict('id').merge()
}

const audited = ({ plan, state, period, nextPlan, paid }: Subscription): Readonly<Record<string, unknown>> => ({
  plan: plan.id,
  state,
  period,
  next_plan: nextPlan,
  paid: decimal(paid),
})
