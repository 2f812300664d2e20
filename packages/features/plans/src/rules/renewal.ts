import type { Plan, Subscription } from '../contract.ts'
import type { PlanCatalogue } from './catalogue.ts'
import { periodFrom } from './period.ts'
import { dueFor, ended, inPeriod, paidFor, planEvent } from './subscription-step.ts'
import type { SubscriptionContext, SubscriptionStep } from './subscription-store.ts'
import { GRACE_MS, planAfter } from './terms-in-force.ts'

/**
 * The step that is due for a subscription: none while its period is paid; renewal at its end; grace if it cannot be paid; then the end.
 * Idempotent: a second run finds nothing to do.
 */
export function renewal(context: SubscriptionContext, catalogue: PlanCatalogue): SubscriptionStep | null {
  const { account, subscription, at } = context
  if (!subscription || subscription.state === 'ended' || account.status === 'suspended') return null
  if (account.status === 'closed') return ended(subscription, at, 'account_closed')
  if (subscription.state === 'grace') return payLate(context, subscription)
  return at < subscription.until ? null : intoNextPeriod(context, subscription, catalogue)
}

/** A subscription in grace: paid as soon as the wallet can, ended when grace is over. */
function payLate({ available, at }: SubscriptionContext, subscription: Subscription): SubscriptionStep | null {
  const { plan, graceUntil } = subscription
  if (graceUntil === null || at >= graceUntil) return ended(subscription, at, 'unpaid')
  return dueFor(subscription, plan) > available ? null : renewed(subscription)
}

function intoNextPeriod(
  { available, at }: SubscriptionContext,
  subscription: Subscription,
  { offered }: PlanCatalogue,
): SubscriptionStep {
  const plan = planAfter(subscription, offered)
  if (!plan) return ended(subscription, at, subscription.nextPlan === null ? 'not_offered' : 'cancelled')
  const next = nextPeriod(subscription, plan, at)
  const more = plan.id === subscription.plan.id ? {} : { before: subscription.plan.id }
  if (dueFor(next, plan) <= available) return renewed(next, more)
  const graceUntil = new Date(at.getTime() + GRACE_MS)
  const inGrace: Subscription = { ...next, state: 'grace', graceUntil }
  const event = planEvent('grace', inGrace, { ...more, until: graceUntil.toISOString() })
  return { subscription: inGrace, charge: null, event, action: 'plan.grace' }
}

/** The next period follows the last one. If the renewal is so late that the account was no longer served, it begins now. */
function nextPeriod(subscription: Subscription, plan: Plan, at: Date): Subscription {
  const { until, startedAt } = subscription
  if (at.getTime() < until.getTime() + GRACE_MS) return inPeriod(subscription, plan, periodFrom(until, startedAt))
  return inPeriod({ ...subscription, startedAt: at }, plan, periodFrom(at, at))
}

function renewed(subscription: Subscription, more: { readonly before?: string } = {}): SubscriptionStep {
  const paid = paidFor(subscription, subscription.plan)
  return { ...paid, event: planEvent('renewed', paid.subscription, more), action: 'plan.renew' }
}
