import type { SubscriptionStanding, SubscriptionStep } from '@parakh/core'
import { planEvent } from './steps.ts'

/** Shares of a pool that are told of, in percent: once each in a period. */
const SHARES = [100, 80] as const

/** The largest of these shares that a pool has come to; 0 for none, and where there is no limit. */
export function shareReached(used: number, limit: number | null): number {
  if (limit === null || limit === 0) return 0
  return SHARES.find((share) => used * 100 >= limit * share) ?? 0
}

/** Tells of a pool that came to a share which was not told of yet. Null: there is nothing to tell. */
export function tellingUsage({ subscription, used }: SubscriptionStanding): SubscriptionStep | null {
  if (!subscription || subscription.state === 'ended') return null
  const { limit } = subscription.plan
  const told = shareReached(used, limit)
  if (told <= subscription.told) return null
  const event = planEvent('usage', subscription, { percent: told, used, limit })
  return { subscription: { ...subscription, told }, charge: null, event, action: null }
}
