import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { Account } from './accounts.ts'

/** What is asked of pricing. */
export interface PriceQuestion {
  readonly endpoint: string
  readonly account: Account
  readonly environment: Environment
  /** The plugin's own price of this very request. */
  readonly listed: Money
  /** `default` where the plugin marks it as ours to be confirmed. */
  readonly listedSource: 'plugin' | 'default'
  readonly at: Date
}
/** A share of a charge that is paid on. */
export interface CommissionLeg {
  readonly accountId: string
  readonly amount: Money
}
/** A price, frozen for one call. Legs never exceed it; what is left is the platform's. */
export interface Quote {
  readonly price: Money
  readonly source: 'account' | 'list' | 'configuration' | 'plugin' | 'default'
  /** Names the price list that gave it; stands with each posting. */
  readonly version: string
  readonly legs: readonly CommissionLeg[]
}
/** What a call costs. Account over price list over configuration over plugin (design.md). */
export interface Pricing {
  quote(question: PriceQuestion): Quote | Promise<Quote>
}
/** The pricing of a server. */
export const Pricing = token<Pricing>('core.pricing')
