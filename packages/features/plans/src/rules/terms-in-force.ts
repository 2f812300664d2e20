import { FREE_PLAN, type Plan, type Subscription } from '../contract.ts'
import type { PlanCatalogue } from './catalogue.ts'
import { periodFrom } from './period.ts'

/** The length of grace in milliseconds (decisions.md section 10). */
export const GRACE_MS = 3 * 86_400_000

/** The plan of an account at a time, and the period of its pool. */
export interface TermsInForce {
  readonly plan: Plan
  readonly period: string
}

/**
 * The terms of a subscription at a time. Between the end of a period and its renewal, which may be late, they are those that the
 * renewal would give, so that no call waits for it.
 *
 * @returns Null: the free plan.
 */
export function termsInForce(
  subscription: Subscription | null,
  at: Date,
  { offered }: Pick<PlanCatalogue, 'offered'>,
): TermsInForce | null {
  if (!subscription || subscription.state === 'ended') return null
  const { plan, period, until, nextPlan, graceUntil, startedAt } = subscription
  if (graceUntil && at >= graceUntil) return null
  if (at < until) return { plan, period }
  if (at.getTime() >= until.getTime() + GRACE_MS) return null
  const next = planAfter({ plan, nextPlan }, offered)
  return next && { plan: next, period: periodFrom(until, startedAt).period }
}

/** The plan of the next period; null: the subscription ends. */
export function planAfter(
  { plan, nextPlan }: Pick<Subscription, 'plan' | 'nextPlan'>,
  offered: readonly Plan[],
): Plan | null {
  const id = nextPlan ?? plan.id
  return id === FREE_PLAN ? null : (offered.find((one) => one.id === id) ?? null)
}
