import {
  type MonthOutcomes,
  type Page,
  type PlanStore,
  readCursor,
  type Subscription,
  type SubscriptionQuery,
  writeCursor,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { requireAccount } from '../account-tree/read-accounts.ts'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { isKeptElsewhere } from '../wallet/wallet-driver.ts'
import { SubscriptionRow } from './subscription-row.ts'
import { changeSubscription, newestOf, type PlanStoreOptions } from './write-subscription.ts'

const MOST = 1_000
const Place = z.tuple([z.string()])
const Due = z.object({ id: z.string(), account_id: z.string() })
const Outcome = z.object({ outcome: z.string(), calls: Counted })

/**
 * Subscriptions to plans on a database.
 *
 * @example
 * const plans = createPlanStore({ database, decide, clock, ids })
 * const changes = await plans.changesAfter(0)
 */
export function createPlanStore(options: PlanStoreOptions): PlanStore {
  const { database } = options
  const { knex, table, revisions } = database
  const subscriptions = (): Knex.QueryBuilder => knex(table('plan_subscription'))
  return {
    async find(accountId) {
      const found = await newestOf(knex, database, accountId)
      if (!found) await requireAccount(knex, database, accountId)
      return found
    },
    list: (query) => listSubscriptions(database, query),
    change: (change, decideChange) => changeSubscription(options, change, decideChange),
    due: (at, page) => dueSubscriptions(database, at, page),
    approaching: (limit) => approachingPools(database, limit),
    async changesAfter(known) {
      const revision = await revisions.read('plans')
      if (revision === known) return null
      const query = subscriptions().where('revision', '>', known)
      if (known === 0) query.whereNot({ state: 'ended' })
      return { revision, subscriptions: z.array(SubscriptionRow).parse(await query.orderBy('revision')) }
    },
    changesHere: () => revisions.here('plans'),
    async outcomes(time, accountId) {
      if (accountId !== null) await requireAccount(knex, database, accountId)
      return await outcomesOf(database, time, accountId)
    },
  }
}

async function listSubscriptions(
  { knex, table }: Database,
  { accountIds, state, plan, cursor, limit }: SubscriptionQuery,
): Promise<Page<Subscription>> {
  const wanted = Math.min(limit, MOST)
  const query = knex(table('plan_subscription'))
    .orderBy('id', 'desc')
    .limit(wanted + 1)
  if (accountIds) query.whereIn('account_id', [...accountIds])
  if (state !== undefined) query.where({ state })
  if (plan !== undefined) query.where({ plan })
  if (cursor !== null) query.where('id', '<', readCursor(cursor, Place)[0])
  const rows = z.array(SubscriptionRow).parse(await query)
  const items = rows.slice(0, wanted)
  const last = items.at(-1)
  return { items, next: rows.length > wanted && last ? writeCursor([last.id]) : null }
}

/** Grace is left to those whose wallet can pay, and those whose grace is over: nobody else is looked at again and again. */
async function dueSubscriptions(
  { knex, table }: Database,
  at: Date,
  { after, limit }: Parameters<PlanStore['due']>[1],
): ReturnType<PlanStore['due']> {
  // An external wallet tells only those who ask it.
  const elsewhere = isKeptElsewhere({ table }, 'w')
  const query = knex({ s: table('plan_subscription') })
    .join({ a: table('account') }, 'a.id', 's.account_id')
    .join({ w: table('wallet') }, (on) =>
      on.on('w.account_id', 's.account_id').andOn('w.environment', knex.raw(`'production'`)),
    )
    .whereNot('s.state', 'ended')
    .whereNot('a.status', 'suspended')
    .where((either) =>
      either
        .where((past) => past.where('s.state', 'active').where('s.ends_at', '<=', at.getTime()))
        .orWhere('a.status', 'closed')
        .orWhere('s.grace_until', '<=', at.getTime())
        .orWhere((late) =>
          late.where('s.state', 'grace').whereRaw(`(w.posted - w.held >= s.price - s.paid or ${elsewhere})`),
        ),
    )
  if (after !== null) query.where('s.id', '>', after)
  const rows: unknown = await query.orderBy('s.id').limit(limit).select('s.id as id', 's.account_id as account_id')
  return z
    .array(Due)
    .parse(rows)
    .map(({ id, account_id }) => ({ id, accountId: account_id }))
}

/** Accounts whose pool reached 80 or 100 percent of its limit with no event for that share yet. */
async function approachingPools({ knex, table }: Database, limit: number): Promise<readonly string[]> {
  const rows: unknown = await knex({ s: table('plan_subscription') })
    .join({ c: table('counter') }, (on) =>
      on
        .on('c.account_id', 's.account_id')
        .andOn('c.period', 's.period')
        .andOn('c.name', knex.raw(`'plan:' || s.id`))
        .andOn('c.environment', knex.raw(`'production'`)),
    )
    .whereNot('s.state', 'ended')
    .where('s.pool_limit', '>', 0)
    .where('s.reported_percent', '<', 100)
    .whereRaw('c.value * 100 >= s.pool_limit * (case when s.reported_percent < 80 then 80 else 100 end)')
    .orderBy('s.id')
    .limit(limit)
    .select('s.id as id', 's.account_id as account_id')
  return z
    .array(Due)
    .parse(rows)
    .map(({ account_id }) => account_id)
}

async function outcomesOf(
  database: Database,
  { from, until }: { from: Date; until: Date },
  accountId: string | null,
): Promise<MonthOutcomes> {
  const { knex, table } = database
  const query = knex(table('usage'))
    .where({ environment: 'production', ...(accountId === null ? {} : { account_id: accountId }) })
    .where('at', '>=', from.getTime())
    .where('at', '<', until.getTime())
    .whereIn('outcome', ['answer', 'none', 'failed'])
    .where('calls', '>', 0)
  const rows = z.array(Outcome).parse(await query.groupBy('outcome').select('outcome').count({ calls: '*' }))
  const callsOf = (outcome: string): number => rows.find((row) => row.outcome === outcome)?.calls ?? 0
  return { answered: callsOf('answer') + callsOf('none'), failed: callsOf('failed') }
}
