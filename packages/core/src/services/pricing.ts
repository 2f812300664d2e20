import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { Account, Role } from './accounts.ts'
import type { CounterName, UnitPool } from './counters.ts'

/** What is asked of pricing. */
export interface PriceQuestion {
  readonly endpoint: string
  /** Of a call; for documents a stranger, who is in no store: of the role `customer`, with the id of 26 zeros (decision 0047). */
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
  /** Units of a plan that pay in place of the price while there are some; taken and returned by `admit` and `settle`. */
  readonly pool?: UnitPool | undefined
  /** The counter that the charge increments: monthly volume tiers depend on it. */
  readonly volume?: CounterName | undefined
}
/** What a call costs. Account over price list over configuration over plugin (design.md). */
export interface Pricing {
  quote(question: PriceQuestion): Quote | Promise<Quote>
}
/** The pricing of a server. */
export const Pricing = token<Pricing>('core.pricing')

/** A share of a price, and how it came about. */
export interface ExplainedLeg extends CommissionLeg {
  readonly name: string
  readonly role: Role
  /** Its own rate; 100 is one percent. */
  readonly basisPoints: number
  /** What of it is left after the levels below. */
  readonly shareBasisPoints: number
}
/** One rule that was looked at, in the order of precedence, lowest first. */
export interface QuoteStep {
  readonly rule: 'plugin' | 'configuration' | 'list' | 'account' | 'pool' | 'commission' | 'platform' | 'floor'
  /** Whether it decided something. */
  readonly applies: boolean
  /** In words, with the figures. */
  readonly detail: string
}
/** A price, step by step. */
export interface ExplainedQuote {
  readonly endpoint: string
  readonly accountId: string
  readonly environment: Environment
  readonly at: Date
  readonly price: Money
  /** What the wallet would pay now: nothing while a unit of a plan does. */
  readonly charged: Money
  readonly source: Quote['source']
  readonly version: string
  readonly commission: readonly ExplainedLeg[]
  /** What is left of what is charged: with the commission it is the whole of it. */
  readonly platform: Money
  /** What the providers cost us, where the configuration says so. */
  readonly cost: Money
  /** The lowest price that pays the line and the providers. */
  readonly floor: Money
  /** Charged calls of this month, if a volume tier of the endpoint depends on them. */
  readonly volume: { readonly calls: number; readonly period: string } | null
  readonly steps: readonly QuoteStep[]
}
/** Explains prices, to whoever sells. */
export interface Quotes {
  /**
   * What a call would cost now, and why: the same rules as those of a call.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `PRICE_ENDPOINT_UNKNOWN`, `PRICE_COMPUTED` where the plugin computes the price of each request and
   *   no list has one
   */
  explain(question: {
    readonly endpoint: string
    readonly accountId: string
    readonly environment: Environment
  }): Promise<ExplainedQuote>
}
/** The quotes of a server. */
export const Quotes = token<Quotes>('core.quotes')
