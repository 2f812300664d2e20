import { FREE_PLAN, type Plan, type Subscription } from '@parakh/core'
import type { PlanCatalogue } from './catalogue.ts'
import { periodFrom } from './period.ts'

/** How long an account is served unpaid (decisions.md section 10), in milliseconds. */
export const GRACE_MS = 3 * 86_400_000

/** The plan that serves an account at a moment, and the period whose pool pays. */
export interface TermsInForce {
  readonly plan: Plan
  readonly period: string
}

/**
 * What a subscription gives at a moment. Between the border of a period and its renewal, which may come late, it gives what the renewal
 * would: nothing that a process has to do stands between a call and its pool.
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

/** What a subscription becomes with the next period; null: it ends. */
export function planAfter(
  { plan, nextPlan }: Pick<Subscription, 'plan' | 'nextPlan'>,
  offered: readonly Plan[],
): Plan | null {
  const id = nextPlan ?? plan.id
  return id === FREE_PLAN ? null : (offered.find((one) => one.id === id) ?? null)
}
