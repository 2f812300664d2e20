import { planEvent } from './subscription-step.ts'
import type { SubscriptionContext, SubscriptionStep } from './subscription-store.ts'

/** Shares of a pool that emit an event, in percent: once each per period. */
const SHARES = [100, 80] as const

/** The largest of these shares that a pool has reached; 0: none, or no limit. */
export function shareReached(used: number, limit: number | null): number {
  if (limit === null || limit === 0) return 0
  return SHARES.find((share) => used * 100 >= limit * share) ?? 0
}

/** The step that emits an event for a share that was reached since the last one. Null: none. */
export function poolUsageEvent({ subscription, used }: SubscriptionContext): SubscriptionStep | null {
  if (!subscription || subscription.state === 'ended') return null
  const { limit } = subscription.plan
  const reportedPercent = shareReached(used, limit)
  if (reportedPercent <= subscription.reportedPercent) return null
  const event = planEvent('usage', subscription, { percent: reportedPercent, used, limit })
  return { subscription: { ...subscription, reportedPercent }, charge: null, event, action: null }
}
