import { micro, zero } from '@parakh/core'
import { FREE_PLAN, type Plan, type PlanPreview } from '../contract.ts'
import { plansErrors } from '../error-codes.ts'
import type { PlanCatalogue } from './catalogue.ts'
import { changing, subscribing } from './change-subscription.ts'
import { renewal } from './renewal.ts'
import type { SubscriptionContext } from './subscription-store.ts'

/** What a request costs does not depend on what the wallet has. */
const ENOUGH = micro(Number.MAX_SAFE_INTEGER)

/**
 * What a request for a plan would do, decided by the same steps as the request, a renewal that is due included.
 *
 * @throws `PLAN_IS_FREE`, `PLAN_ACCOUNT_NOT_ACTIVE`
 */
export function previewOf(context: SubscriptionContext, plan: Plan, catalogue: PlanCatalogue): PlanPreview {
  const renewed = renewal(context, catalogue)?.subscription ?? context.subscription
  const now = { ...context, subscription: renewed, available: ENOUGH }
  const isSubscribed = renewed !== null && renewed.state !== 'ended'
  if (!isSubscribed && plan.id === FREE_PLAN) throw plansErrors.error('PLAN_IS_FREE', { plan: plan.id })
  const step = isSubscribed ? changing(now, plan) : subscribing(now, plan, 'preview')
  const after = step?.subscription ?? renewed
  if (!after) throw new TypeError('a request leaves a subscription')
  const isImmediate = after.plan.id === plan.id || after.state === 'ended'
  const startsAt = isImmediate ? null : after.until
  return { plan, due: step?.charge?.amount ?? zero, startsAt, until: isSubscribed ? after.until : null }
}
