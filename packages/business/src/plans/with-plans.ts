import type { PriceQuestion, Pricing, Quote, Subscription } from '@parakh/core'
import type { PlanCatalogue } from './catalogue.ts'
import type { SubscriptionView } from './subscription-view.ts'
import { poolOf } from './unit-pool.ts'

/** The source of subscriptions and plans. */
export interface PlanLookup {
  readonly view: SubscriptionView
  readonly catalogue: PlanCatalogue
}

/**
 * Pricing with the pools of plans: a production call to an endpoint of the account's plan may be paid by a unit of its pool (core's
 * `Quote.pool`). The underlying price applies beyond the pool. Free calls and sandbox calls take no unit.
 *
 * @example
 * const pricing = withPlans(listPricing, { view, catalogue })
 */
export function withPlans(pricing: Pricing, { view, catalogue }: PlanLookup): Pricing {
  const pooled = (quote: Quote, subscription: Subscription | undefined, question: PriceQuestion): Quote => {
    if (!subscription || quote.price === 0) return quote
    const pool = poolOf(subscription, question, catalogue)
    return pool ? { ...quote, pool } : quote
  }
  return {
    quote(question) {
      const quote = pricing.quote(question)
      if (question.environment !== 'production') return quote
      const subscription = view.of(question.account.id)
      if (isPromise(quote) || isPromise(subscription)) return together(quote, subscription, question)
      return pooled(quote, subscription, question)
    },
  }
  async function together(
    quote: Quote | Promise<Quote>,
    subscription: ReturnType<SubscriptionView['of']>,
    question: PriceQuestion,
  ): Promise<Quote> {
    const [priced, subscribed] = await Promise.all([quote, subscription])
    return pooled(priced, subscribed, question)
  }
}

const isPromise = <T>(value: T | Promise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value
