import { decimal, type Plan, type PlanStatus, type Subscription } from '@parakh/core'
import { drawTable } from '../terminal/table.ts'

/** A plan as JSON. */
export const presentPlan = ({ id, name, pricePerMonth, limit, unlimited, features, endpoints }: Plan): object => ({
  ...{ plan: id, name, price_per_month: decimal(pricePerMonth) },
  ...{ pooled_requests: unlimited ? 'unlimited' : limit, fair_use: unlimited ? limit : null, features, endpoints },
})

/** Plans as a table. */
export const drawPlans = (plans: readonly Plan[]): string =>
  drawTable(
    ['Plan', 'Name', 'Per month', 'Pooled requests', 'Features', 'Endpoints'],
    plans.map((plan) => [
      ...[plan.id, plan.name, `${decimal(plan.pricePerMonth)} INR`, poolOf(plan)],
      ...[plan.features.join(', '), plan.endpoints ? plan.endpoints.join(', ') : 'all'],
    ]),
  )

function poolOf({ limit, unlimited }: Plan): string {
  if (limit === null) return 'unlimited'
  return unlimited ? `unlimited (fair use ${limit})` : String(limit)
}

/** A subscription as JSON. */
export const presentSubscription = (subscription: Subscription): object => ({
  subscription_id: subscription.id,
  account_id: subscription.accountId,
  plan: subscription.plan.id,
  state: subscription.state,
  period: subscription.period,
  paid: decimal(subscription.paid),
  from: subscription.from.toISOString(),
  until: subscription.until.toISOString(),
  next_plan: subscription.nextPlan,
  grace_until: subscription.graceUntil?.toISOString() ?? null,
})

/** Subscriptions as a table. */
export const drawSubscriptions = (subscriptions: readonly Subscription[]): string =>
  drawTable(
    ['Subscription', 'Account', 'Plan', 'State', 'Period', 'Paid', 'Next plan'],
    subscriptions.map((one) => [
      ...[one.id, one.accountId, one.plan.id, one.state, one.period],
      ...[`${decimal(one.paid)} INR`, one.state === 'ended' ? '' : (one.nextPlan ?? one.plan.id)],
    ]),
  )

/** An account's plan as JSON. */
export const presentPlanStatus = ({ plan, subscription, period, used, remaining }: PlanStatus): object => ({
  ...{ plan: plan.id, period, used, limit: plan.limit, remaining },
  subscription: subscription && presentSubscription(subscription),
})

/** An account's plan for a person. */
export function drawPlanStatus({ plan, subscription, period, used, remaining }: PlanStatus): string {
  const pool = `Requests since ${period}: ${used} used, ${remaining ?? 'any number'} left of ${poolOf(plan)}.`
  if (!subscription) return `The plan is ${plan.name}.${plan.limit === 0 ? '' : ` ${pool}`}`
  return [`The plan is ${plan.name}, ${stateOf(subscription)}.`, pool, nextOf(subscription)].filter(Boolean).join(' ')
}

function stateOf({ state, paid, until, graceUntil }: Subscription): string {
  if (state === 'grace') return `not paid yet and served until ${graceUntil?.toISOString() ?? ''}`
  return `paid with ${decimal(paid)} INR until ${until.toISOString()}`
}

function nextOf({ nextPlan, until }: Subscription): string {
  return nextPlan === null ? '' : `From ${until.toISOString()} on it is ${nextPlan}.`
}
