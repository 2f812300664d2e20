import { MICRO_RUPEES_PER_PAISA, MICRO_RUPEES_PER_RUPEE, type Money, micro, plus, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { Plan, Subscription } from '../contract.ts'
import { type MoreOf, PLAN_EVENTS, type PlanEvent, type PlanFacts } from '../events.ts'
import type { Period } from './period.ts'
import type { SubscriptionStep } from './subscription-store.ts'

/** Why a subscription ended. */
export type EndReason = 'cancelled' | 'unpaid' | 'not_offered' | 'account_closed'

/** A subscription at the beginning of a period, unpaid. */
export function inPeriod(subscription: Subscription, plan: Plan, { period, from, until }: Period): Subscription {
  const fresh = { paid: zero, reportedPercent: 0, nextPlan: null, graceUntil: null, endedAt: null }
  return { ...subscription, ...fresh, plan, period, from, until, state: 'active' }
}

/** The amount due for a plan in the subscription's period. A period costs the price of its most expensive plan. */
export const dueFor = ({ paid }: Pick<Subscription, 'paid'>, { pricePerMonth }: Pick<Plan, 'pricePerMonth'>): Money =>
  micro(Math.max(0, pricePerMonth - paid))

/**
 * A paid subscription with its charge. The reference of a further payment contains the total paid in the period, which only grows, so
 * it is unique.
 */
export function paidFor(subscription: Subscription, plan: Plan): Pick<SubscriptionStep, 'subscription' | 'charge'> {
  const amount = dueFor(subscription, plan)
  const { id, period, paid } = subscription
  const total = plus(paid, amount)
  const paidUp: Subscription = { ...subscription, plan, paid: total, state: 'active', graceUntil: null, endedAt: null }
  if (amount === 0) return { subscription: paidUp, charge: null }
  const further = paid === 0 ? '' : `-${total / MICRO_RUPEES_PER_PAISA}`
  const reference = `plan-${id}-${period}${further}`
  const days = `${indianDay(subscription.from)} to ${indianDay(subscription.until)}`
  return { subscription: paidUp, charge: { amount, reference, reason: `Plan fee: ${plan.name}, ${days}` } }
}

/** An event of a subscription: ids, states and amounts. @param more What this event tells besides. */
export function planEvent<K extends PlanEvent>(
  type: K,
  { id, plan, period, paid }: Subscription,
  more: MoreOf<K>,
): NonNullable<SubscriptionStep['event']> {
  const facts: PlanFacts = { subscription_id: id, plan: plan.id, period, paid: paid / MICRO_RUPEES_PER_RUPEE }
  return { type: PLAN_EVENTS[type].id, data: { ...facts, ...more } }
}

/** The step that ends a subscription. */
export function ended(subscription: Subscription, at: Date, reason: EndReason): SubscriptionStep {
  const over: Subscription = { ...subscription, state: 'ended', nextPlan: null, graceUntil: null, endedAt: at }
  return { subscription: over, charge: null, event: planEvent('ended', over, { reason }), action: 'plan.end' }
}
