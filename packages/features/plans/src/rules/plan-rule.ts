import type { PriceRule } from '@parakh/core'
import type { PlanCatalogue } from './catalogue.ts'
import type { SubscriptionView } from './subscription-view.ts'
import { poolOf } from './unit-pool.ts'

/** The source of subscriptions and plans. */
export interface PlanLookup {
  readonly view: SubscriptionView
  readonly catalogue: PlanCatalogue
}

/**
 * The pools of plans: a unit of the account's plan pays for a production call to one of its endpoints (core's `Quote.pool`). The price applies
 * beyond the pool. Free calls and sandbox calls take no unit.
 *
 * @example
 * PriceRules.contribute({ id: 'plans', needs: { view: PlanSubscriptions }, make: ({ view }) => planRule({ view, catalogue }) })
 */
export function planRule({ view, catalogue }: PlanLookup): Extract<PriceRule, { readonly phase: 'cover' }> {
  return {
    phase: 'cover',
    cover(question, price) {
      if (price === 0 || question.environment !== 'production') return null
      const subscription = view.of(question.account.id)
      if (subscription === undefined) return null
      return 'then' in subscription
        ? subscription.then((read) => (read ? poolOf(read, question, catalogue) : null))
        : poolOf(subscription, question, catalogue)
    },
  }
}
