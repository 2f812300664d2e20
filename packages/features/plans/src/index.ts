/**
 * Plans: a monthly fee, a pool of calls, features.
 *
 * @packageDocumentation
 */

export { plansErrors } from './error-codes.ts'
export { DEFAULT_FAIR_USE, type PlanCatalogue, PUBLISHED_CATALOGUE, PUBLISHED_PLANS } from './rules/catalogue.ts'
export { createPlans, type PlansOptions } from './rules/create-plans.ts'
export { planEntitlements } from './rules/plan-entitlements.ts'
export { type PlanLookup, planRule } from './rules/plan-rule.ts'
export { createSubscriptionView, type SubscriptionView } from './rules/subscription-view.ts'
export { withReservedFees } from './rules/with-reserved-fees.ts'
