import { Counted, defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { SUBSCRIPTION_STATES } from '../contract.ts'
import { planTables } from './plan-tables.ts'
import { ListedSubscription, StoredSubscription, SubscriptionRow } from './subscription-row.ts'

const Owner = z.object({ id: z.string(), account_id: z.string() })
const ofAccount = z.object({ account_id: z.string() })

/** What is read and written of subscriptions. */
export const subscriptionStatements = defineStatements(planTables, ({ t, platform, read, write }) => ({
  newest: read({
    params: ofAccount,
    row: StoredSubscription,
    sql: (p) => sql`select * from ${t.subscription} where account_id = ${p.account_id}
      order by case when state = 'ended' then 1 else 0 end, id desc limit 1`,
  }),
  page: read({
    params: z.object({
      account_ids: z.array(z.string()).nullable(),
      state: z.enum(SUBSCRIPTION_STATES).optional(),
      plan: z.string().optional(),
      before: z.string().nullable(),
      limit: z.int(),
    }),
    row: ListedSubscription,
    sql: (p, { when }) => sql`select s.*, a.name as account_name from ${t.subscription} s
      join ${platform.account} a on a.id = s.account_id where 1 = 1
      ${when(p.account_ids, sql`and s.account_id in (${p.account_ids})`)}
      ${when(p.state, sql`and s.state = ${p.state}`)}
      ${when(p.plan, sql`and s.plan = ${p.plan}`)}
      ${when(p.before, sql`and s.id < ${p.before}`)}
      order by s.id desc limit ${p.limit}`,
  }),
  /** Open subscriptions of each plan. */
  subscribers: read({
    params: z.object({}),
    row: z.object({ plan: z.string(), subscribers: Counted }),
    sql: () => sql`select plan, count(*) as subscribers from ${t.subscription} where state <> 'ended' group by plan`,
  }),
  /** Grace is left to those whose wallet can pay, and those whose grace is over: nobody else is looked at again and again. */
  due: read({
    // An external wallet tells only those who ask it: with `asked` everybody in grace is due.
    params: z.object({
      at: z.int(),
      asked: z.literal(true).nullable(),
      after: z.string().nullable(),
      limit: z.int(),
    }),
    row: Owner,
    sql: (p, { when }) => sql`select s.id as id, s.account_id as account_id from ${t.subscription} s
      join ${platform.account} a on a.id = s.account_id
      join ${platform.wallet} w on w.account_id = s.account_id and w.environment = 'production'
      where s.state <> 'ended' and a.status <> 'suspended' and (
        (s.state = 'active' and s.ends_at <= ${p.at}) or a.status = 'closed' or s.grace_until <= ${p.at}
        or (s.state = 'grace' ${when(p.asked, sql``, sql`and w.posted - w.held >= s.price - s.paid`)}))
      ${when(p.after, sql`and s.id > ${p.after}`)}
      order by s.id limit ${p.limit}`,
  }),
  /** Those whose pool reached 80 or 100 percent of its limit with no event for that share yet. */
  approaching: read({
    params: z.object({ limit: z.int() }),
    row: Owner,
    sql: (p) => sql`select s.id as id, s.account_id as account_id from ${t.subscription} s
      join ${platform.counter} c on c.account_id = s.account_id and c.period = s.period and c.name = 'plan:' || s.id
        and c.environment = 'production'
      where s.state <> 'ended' and s.pool_limit > 0 and s.reported_percent < 100
        and c.value * 100 >= s.pool_limit * (case when s.reported_percent < 80 then 80 else 100 end)
      order by s.id limit ${p.limit}`,
  }),
  changedAfter: read({
    params: z.object({ revision: z.int(), all: z.literal(true).nullable() }),
    row: StoredSubscription,
    sql: (p, { when }) => sql`select * from ${t.subscription} where revision > ${p.revision}
      ${when(p.all, sql``, sql`and state <> 'ended'`)} order by revision`,
  }),
  used: read({
    params: z.object({ account_id: z.string(), name: z.string(), period: z.string() }),
    row: z.object({ value: Counted }),
    sql: (
      p,
    ) => sql`select value from ${platform.counter} where account_id = ${p.account_id} and environment = 'production'
      and name = ${p.name} and period = ${p.period}`,
  }),
  put: write({
    params: SubscriptionRow,
    sql: (
      p,
    ) => sql`insert into ${t.subscription} (id, account_id, plan, terms, state, period, begins_at, ends_at, next_plan,
        grace_until, price, paid, pool_limit, reported_percent, started_at, ended_at, revision)
      values (${p.id}, ${p.account_id}, ${p.plan}, ${p.terms}, ${p.state}, ${p.period}, ${p.begins_at}, ${p.ends_at},
        ${p.next_plan}, ${p.grace_until}, ${p.price}, ${p.paid}, ${p.pool_limit}, ${p.reported_percent}, ${p.started_at},
        ${p.ended_at}, ${p.revision})
      on conflict (id) do update set plan = excluded.plan, terms = excluded.terms, state = excluded.state,
        period = excluded.period, begins_at = excluded.begins_at, ends_at = excluded.ends_at, next_plan = excluded.next_plan,
        grace_until = excluded.grace_until, price = excluded.price, paid = excluded.paid, pool_limit = excluded.pool_limit,
        reported_percent = excluded.reported_percent, started_at = excluded.started_at, ended_at = excluded.ended_at,
        revision = excluded.revision`,
  }),
}))
