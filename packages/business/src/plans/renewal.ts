import type { Subscription, SubscriptionStanding, SubscriptionStep } from '@parakh/core'
import type { PlanCatalogue } from './catalogue.ts'
import { monthAt } from './month.ts'
import { dueFor, ended, inMonth, paidFor, planEvent } from './steps.ts'
import { GRACE_MS, planAfter } from './terms-in-force.ts'

/**
 * What is to be done with a subscription at a moment: nothing while its month is paid; at the border it is renewed for the month that
 * it then is, and months in which nothing ran are not charged; unpaid it is in grace, and then ended. Whoever decides second finds
 * nothing to do.
 */
export function renewal(standing: SubscriptionStanding, catalogue: PlanCatalogue): SubscriptionStep | null {
  const { account, subscription, at } = standing
  if (!subscription || subscription.state === 'ended' || account.status === 'suspended') return null
  if (account.status === 'closed') return ended(subscription, at, 'account_closed')
  if (subscription.state === 'grace') return payLate(standing, subscription)
  return at < subscription.until ? null : intoNextMonth(standing, subscription, catalogue)
}

/** A month that is served unpaid: paid as soon as the wallet can, ended when grace is over. */
function payLate({ available, at }: SubscriptionStanding, subscription: Subscription): SubscriptionStep | null {
  const { plan, graceUntil } = subscription
  if (graceUntil === null || at >= graceUntil) return ended(subscription, at, 'unpaid')
  return dueFor(subscription, plan) > available ? null : renewed(subscription)
}

function intoNextMonth(
  { available, at }: SubscriptionStanding,
  subscription: Subscription,
  { offered }: PlanCatalogue,
): SubscriptionStep {
  const plan = planAfter(subscription, offered)
  if (!plan) return ended(subscription, at, subscription.nextPlan === null ? 'not_offered' : 'cancelled')
  const next = inMonth(subscription, plan, monthAt(at))
  const more = plan.id === subscription.plan.id ? {} : { before: subscription.plan.id }
  if (dueFor(next, plan) <= available) return renewed(next, more)
  const graceUntil = new Date(at.getTime() + GRACE_MS)
  const inGrace: Subscription = { ...next, state: 'grace', graceUntil }
  const event = planEvent('grace', inGrace, { ...more, until: graceUntil.toISOString() })
  return { subscription: inGrace, charge: null, event, action: 'plan.grace' }
}

function renewed(subscription: Subscription, more: Readonly<Record<string, unknown>> = {}): SubscriptionStep {
  const paid = paidFor(subscription, subscription.plan)
  return { ...paid, event: planEvent('renewed', paid.subscription, more), action: 'plan.renew' }
}
