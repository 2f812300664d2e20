import { Amount, Counted, json, Moment, micro } from '@parakh/core'
import * as z from 'zod'
import {
  type ListedSubscription as Listed,
  PLAN_FEATURES,
  type Plan,
  SUBSCRIPTION_STATES,
  type Subscription,
} from '../contract.ts'

/** The terms of a period, as they are kept. */
const Terms = z.object({
  id: z.string(),
  name: z.string(),
  pricePerMonth: z.number().transform(micro),
  limit: z.number().nullable(),
  unlimited: z.boolean(),
  // A later release may know more of them: what this one does not know it cannot permit.
  features: z.array(z.string()).transform((names) => PLAN_FEATURES.filter((feature) => names.includes(feature))),
  endpoints: z.array(z.string()).nullable(),
})

/** A row, read as a subscription. */
export const StoredSubscription = z
  .object({
    ...{ id: z.string(), account_id: z.string(), terms: json(Terms), state: z.enum(SUBSCRIPTION_STATES) },
    ...{ period: z.string(), begins_at: Moment, ends_at: Moment, next_plan: z.string().nullable() },
    ...{ grace_until: Moment.nullable(), paid: Amount, reported_percent: Counted },
    ...{ started_at: Moment, ended_at: Moment.nullable() },
  })
  .transform(({ id, state, period, paid, ...row }): Subscription => {
    const plan: Plan = row.terms
    const month = { period, from: row.begins_at, until: row.ends_at, paid, reportedPercent: row.reported_percent }
    const times = { graceUntil: row.grace_until, startedAt: row.started_at, endedAt: row.ended_at }
    return { id, accountId: row.account_id, plan, state, nextPlan: row.next_plan, ...month, ...times }
  })

/** A row with the name of its account. */
export const ListedSubscription = z
  .intersection(StoredSubscription, z.object({ account_name: z.string() }))
  .transform(({ account_name: accountName, ...subscription }): Listed => ({ ...subscription, accountName }))

/** What a subscription is written with. */
export const SubscriptionRow = z.object({
  ...{
    id: z.string(),
    account_id: z.string(),
    plan: z.string(),
    terms: z.string(),
    state: z.enum(SUBSCRIPTION_STATES),
  },
  ...{ period: z.string(), begins_at: z.int(), ends_at: z.int(), next_plan: z.string().nullable() },
  ...{ grace_until: z.int().nullable(), price: z.int(), paid: z.int(), pool_limit: z.int().nullable() },
  ...{ reported_percent: z.int(), started_at: z.int(), ended_at: z.int().nullable(), revision: z.int() },
})

/** A subscription as a row. */
export function rowOf(subscription: Subscription, revision: number): z.input<typeof SubscriptionRow> {
  const { id, accountId, plan, state, period, paid } = subscription
  return {
    ...{ id, state, period, paid, account_id: accountId, plan: plan.id, terms: JSON.stringify(plan), revision },
    reported_percent: subscription.reportedPercent,
    price: plan.pricePerMonth,
    pool_limit: plan.limit,
    begins_at: subscription.from.getTime(),
    ends_at: subscription.until.getTime(),
    next_plan: subscription.nextPlan,
    grace_until: subscription.graceUntil?.getTime() ?? null,
    started_at: subscription.startedAt.getTime(),
    ended_at: subscription.endedAt?.getTime() ?? null,
  }
}
