import type { PriceQuestion, UnitPool } from '@parakh/core'
import { poolName, type Subscription } from '../contract.ts'
import type { PlanCatalogue } from './catalogue.ts'
import { termsInForce } from './terms-in-force.ts'

/** The pool that may pay for a call; null: none, the wallet does. */
export function poolOf(
  subscription: Subscription,
  { endpoint, at }: Pick<PriceQuestion, 'endpoint' | 'at'>,
  catalogue: Pick<PlanCatalogue, 'offered'>,
): UnitPool | null {
  const terms = termsInForce(subscription, at, catalogue)
  if (!terms) return null
  const { plan, period } = terms
  if (plan.limit === 0 || (plan.endpoints && !plan.endpoints.includes(endpoint))) return null
  return { name: poolName(subscription), period, limit: plan.limit, version: `plan:${plan.id}:${period}` }
}
