import { extensionPoint } from '../extension-point.ts'
import type { Price } from '../money.ts'
import type { UnitPool } from './counters.ts'
import type { CommissionLeg, PriceAdjustment, PriceQuestion, Quote } from './pricing.ts'

/** A price with its source, before adjustments. */
export type BasePrice = Pick<Quote, 'price' | 'source' | 'version' | 'volume'>

/**
 * One rule of pricing, in one phase. Phases run in this order; within one, rules run in their order at the point:
 *
 * - `base`: the price, of one unit where the question has a tier. Each rule gets the price so far, at first the plugin's; null leaves it.
 *   What is left is multiplied by the question's units.
 * - `adjust`: discounts and surcharges. Each rule gets the price that those before it left; null leaves it.
 * - `floor`: the highest is the lowest price to which an adjustment may lead.
 * - `cover`: units that pay in place of the price; the first that is not null.
 * - `share`: commission of the final price. Together no more than the price, else the call is refused.
 *
 * A rule that gives no promise lets the call go on without waiting.
 */
export type PriceRule = {
  /** Called once for each endpoint. False: the rule costs its calls nothing. Absent: the rule applies to every endpoint. */
  readonly applies?: (endpoint: string) => boolean
} & (
  | {
      readonly phase: 'base'
      base(question: PriceQuestion, current: BasePrice): BasePrice | null | Promise<BasePrice | null>
    }
  | {
      readonly phase: 'adjust'
      adjust(question: PriceQuestion, price: Price): PriceAdjustment | null | Promise<PriceAdjustment | null>
    }
  | { readonly phase: 'floor'; floor(question: PriceQuestion, price: Price): Price | null | Promise<Price | null> }
  | {
      readonly phase: 'cover'
      cover(question: PriceQuestion, price: Price): UnitPool | null | Promise<UnitPool | null>
    }
  | {
      readonly phase: 'share'
      share(question: PriceQuestion, price: Price): readonly CommissionLeg[] | Promise<readonly CommissionLeg[]>
    }
)

/**
 * The rules of prices. What has to see the whole quote decorates `Pricing` instead.
 *
 * @example
 * PriceRules.contribute({
 *   id: 'night', needs: {},
 *   make: () => ({ phase: 'adjust', adjust: ({ at }, price) => isNight(at) ? { price: half(price), label: 'night -50 %' } : null }),
 * })
 */
export const PriceRules = extensionPoint<PriceRule>('core.price-rules', { version: 1 })
