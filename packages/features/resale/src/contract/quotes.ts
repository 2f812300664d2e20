import {
  type CommissionLeg,
  type Environment,
  type Money,
  type Price,
  type Quote,
  type Role,
  type SoldItem,
  token,
} from '@parakh/core'

/** A commission share of a price, with its derivation. */
export interface ExplainedLeg extends CommissionLeg {
  readonly name: string
  readonly role: Role
  /** Its own rate; 100 is one percent. */
  readonly basisPoints: number
  /** The rate that is left after the levels below. */
  readonly shareBasisPoints: number
}
/** A pricing rule and its result, in the order of precedence, lowest first. */
export interface QuoteStep {
  readonly rule:
    | 'plugin'
    | 'configuration'
    | 'list'
    | 'account'
    | 'adjustment'
    | 'pool'
    | 'commission'
    | 'platform'
    | 'floor'
  /** Whether the rule applied. */
  readonly applies: boolean
  /** An explanation with the figures. */
  readonly detail: string
}
/** A price, step by step: of one unit, for a tier. */
export interface ExplainedQuote extends SoldItem {
  readonly accountId: string
  readonly environment: Environment
  readonly at: Date
  readonly price: Price
  /** What the wallet would pay now: nothing if a plan unit pays. */
  readonly charged: Price
  readonly source: Quote['source']
  readonly version: string
  readonly commission: readonly ExplainedLeg[]
  /** The charge less the commission. */
  readonly platform: Money
  /** The known cost of the providers. */
  readonly cost: Price
  /** The price floor: the lowest price that covers commission and providers. */
  readonly floor: Price
  /** Charged calls of this month, if the endpoint has volume tiers. */
  readonly volume: { readonly calls: number; readonly period: string } | null
  readonly steps: readonly QuoteStep[]
}
/** Explains prices. */
export interface Quotes {
  /**
   * What a call would cost now, and why: uses the pricing of real calls.
   *
   * @throws `ACCOUNT_NOT_FOUND`, `PRICE_ENDPOINT_UNKNOWN`, `PRICE_TIER_REQUIRED`, `PRICE_TIER_UNKNOWN`, `PRICE_COMPUTED` if the plugin computes the price of each request and no
   *   list has one, `PRICE_INVALID` where a call would be refused for it
   */
  explain(question: {
    readonly endpoint: string
    /** Default: null. */
    readonly tier?: string | null
    readonly accountId: string
    readonly environment: Environment
  }): Promise<ExplainedQuote>
}
/** The quotes of a server. */
export const Quotes = token<Quotes>('resale.quotes', { broughtBy: '@parakh/resale' })
