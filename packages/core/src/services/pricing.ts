import type { Price } from '../money.ts'
import type { Environment } from '../outcome.ts'
import type { SoldItem } from '../tiers.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'
import type { CounterName, UnitPool } from './counters.ts'

/** The input of a quote. */
export interface PriceQuestion extends SoldItem {
  /** How many units of the tier the request takes; 1 for an endpoint without tiers. */
  readonly units: number
  /** The account of the call; for documentation an anonymous `customer` with the id of 26 zeros (decision 0047). */
  readonly account: Account
  readonly environment: Environment
  /** The plugin's own price: of one unit of the tier, or of this request. */
  readonly listed: Price
  /** `default`: the plugin marks it as a default that the deployer should confirm. */
  readonly listedSource: 'plugin' | 'default'
  readonly at: Date
}
/** A commission share of a charge. */
export interface CommissionLeg {
  readonly accountId: string
  readonly amount: Price
}
/** A change of a price by a rule. */
export interface PriceAdjustment {
  /** The price from now on, in whole paise. */
  readonly price: Price
  /** Shown to operators: `night -20 %`. */
  readonly label: string
}
/** A change of a price that is in a quote. */
export interface AppliedAdjustment extends PriceAdjustment {
  /** The rule's full id at `PriceRules`; undefined: that of no contribution, such as the floor. */
  readonly rule?: string | undefined
}
/** A price, fixed for one call. The sum of the legs never exceeds it; the rest is the platform's. */
export interface Quote {
  readonly price: Price
  readonly source: 'account' | 'list' | 'configuration' | 'plugin' | 'default'
  /** The id of the price's source, stored with each posting. */
  readonly version: string
  readonly legs: readonly CommissionLeg[]
  /** The plan's pool, whose units pay in place of the price while some are left; taken by `admit`, returned by `settle`. */
  readonly pool?: UnitPool | undefined
  /** The counter that the charge increments, for monthly volume tiers. */
  readonly volume?: CounterName | undefined
  /** How rules changed the price, in their order. */
  readonly adjustments?: readonly AppliedAdjustment[] | undefined
}
/** Prices calls, by the rules at `PriceRules`. Precedence of base prices: account, price list, configuration, plugin (design.md). */
export interface Pricing {
  quote(question: PriceQuestion): Quote | Promise<Quote>
}
/** The pricing of a server. */
export const Pricing = token<Pricing>('core.pricing')
