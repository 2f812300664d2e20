import { decimal, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { FREE_PLAN, type Plan, type Subscription } from '../contract.ts'
import { plansErrors } from '../error-codes.ts'
import { periodFrom } from './period.ts'
import { shareReached } from './pool-usage-event.ts'
import { dueFor, ended, inPeriod, paidFor, planEvent } from './subscription-step.ts'
import type { SubscriptionContext, SubscriptionStep } from './subscription-store.ts'

/** A subscription that has not ended. */
const openOf = ({ subscription }: SubscriptionContext): Subscription | null =>
  subscription && subscription.state !== 'ended' ? subscription : null

/**
 * A new subscription, from now to the same day of the next month: the full price, the full pool. If the previous subscription ended
 * unpaid, its used units count until that period would have ended, so that grace gives no second pool.
 *
 * @param id The id of a new subscription.
 * @throws `PLAN_ACCOUNT_NOT_ACTIVE`, `PLAN_ALREADY_SUBSCRIBED`, `PLAN_NOT_AFFORDABLE`
 */
export function subscribing(context: SubscriptionContext, plan: Plan, id: string): SubscriptionStep {
  const { account, subscription: before, at } = context
  requireActive(context)
  const open = openOf(context)
  if (open) return payGrace(context, open, plan)
  const begun = inPeriod({ ...BLANK, id, accountId: account.id, plan, startedAt: at }, plan, periodFrom(at, at))
  const usedUnpaid = before !== null && before.paid === 0 && at < before.until
  const paid = pay(context, usedUnpaid ? { ...begun, id: before.id, period: before.period } : begun, plan)
  return { ...paid, event: planEvent('subscribed', paid.subscription, {}), action: 'plan.subscribe' }
}

const BLANK = {
  ...({ state: 'active', period: '', paid: zero, reportedPercent: 0 } as const),
  ...{ from: new Date(0), until: new Date(0), nextPlan: null, graceUntil: null, endedAt: null },
}

/** Subscribing in grace to the unpaid plan pays it. */
function payGrace(context: SubscriptionContext, open: Subscription, plan: Plan): SubscriptionStep {
  if (open.state !== 'grace' || open.plan.id !== plan.id)
    throw plansErrors.error('PLAN_ALREADY_SUBSCRIBED', { account: open.accountId, plan: open.plan.id })
  const paid = pay(context, open, open.plan)
  return { ...paid, event: planEvent('renewed', paid.subscription, {}), action: 'plan.renew' }
}

/**
 * Changes the plan: to a more expensive one at once, for the difference to what was paid for this period; to a cheaper one from the
 * next period on. In grace nothing is paid yet, so any plan starts at once and is paid.
 *
 * @returns Null: the plan is unchanged.
 * @throws `PLAN_ACCOUNT_NOT_ACTIVE`, `PLAN_NOT_SUBSCRIBED`, `PLAN_NOT_AFFORDABLE`
 */
export function changing(context: SubscriptionContext, plan: Plan): SubscriptionStep | null {
  if (plan.id === FREE_PLAN) return cancelling(context)
  requireActive(context)
  const open = requireOpen(context)
  if (plan.id === open.plan.id) return staying(open)
  if (open.state === 'active' && plan.pricePerMonth < open.plan.pricePerMonth) return later(open, plan)
  const paid = pay(context, open, plan)
  // A share that was reported for the smaller pool is reported again for the larger one.
  const reportedPercent = Math.min(open.reportedPercent, shareReached(context.used, plan.limit))
  const subscription: Subscription = { ...paid.subscription, nextPlan: null, reportedPercent }
  const event = planEvent('changed', subscription, { before: open.plan.id, effective: 'now' })
  return { subscription, charge: paid.charge, event, action: 'plan.change' }
}

/** Cancels a pending change of plan. */
const staying = (open: Subscription): SubscriptionStep | null =>
  open.nextPlan === null ? null : later(open, open.plan)

function later(open: Subscription, plan: Pick<Plan, 'id'>): SubscriptionStep | null {
  const nextPlan = plan.id === open.plan.id ? null : plan.id
  if (open.nextPlan === nextPlan) return null
  const subscription: Subscription = { ...open, nextPlan }
  const event = planEvent('changed', subscription, { next: plan.id, effective: open.until.toISOString() })
  return { subscription, charge: null, event, action: 'plan.change' }
}

/**
 * Ends a subscription at the end of its paid period; one in grace at once.
 *
 * @returns Null: the end was pending already.
 * @throws `PLAN_NOT_SUBSCRIBED`
 */
export function cancelling(context: SubscriptionContext): SubscriptionStep | null {
  const open = requireOpen(context)
  return open.state === 'grace' ? ended(open, context.at, 'cancelled') : later(open, { id: FREE_PLAN })
}

function pay({ available }: SubscriptionContext, subscription: Subscription, plan: Plan) {
  const due = dueFor(subscription, plan)
  const { accountId: account, from, until } = subscription
  if (due > available)
    throw plansErrors.error('PLAN_NOT_AFFORDABLE', {
      ...{ plan: plan.id, account, from: indianDay(from), until: indianDay(until) },
      ...{ price: decimal(plan.pricePerMonth), due: decimal(due), available: decimal(available) },
    })
  return paidFor(subscription, plan)
}

function requireOpen(context: SubscriptionContext): Subscription {
  const open = openOf(context)
  if (open) return open
  throw plansErrors.error('PLAN_NOT_SUBSCRIBED', { account: context.account.id })
}

function requireActive({ account: { id, status } }: SubscriptionContext): void {
  if (status !== 'active') throw plansErrors.error('PLAN_ACCOUNT_NOT_ACTIVE', { account: id, status })
}
