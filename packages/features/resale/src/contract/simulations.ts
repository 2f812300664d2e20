import { type Money, type Price, type Role, token } from '@parakh/core'
import type { CheckedPrice, PriceEntry, PriceSlot } from './prices.ts'

/** A rate that is tried: of one account, or of all accounts of a role. */
export interface ProposedRate {
  readonly accountId: string | null
  readonly role: Role | null
  readonly basisPoints: number
}
/** A price that is tried, as if it were in force. */
export interface ProposedPrice extends PriceSlot {
  readonly ownerAccountId: PriceEntry['ownerAccountId']
  readonly price: Price
}
/** What is simulated. */
export interface SimulationQuestion {
  /** The calls are those of accounts strictly below this one; null: of all accounts. */
  readonly accountId: string | null
  /** The highest account whose commission is told, with those below it; null: of all. */
  readonly upTo: string | null
  /** `YYYY-MM` in Asia/Kolkata; null: the last one. */
  readonly month: string | null
  /** One for an account goes before that of its role. */
  readonly rates: readonly ProposedRate[]
  readonly prices: readonly ProposedPrice[]
}
/** What calls bring, and to whom. */
export interface SimulatedSums {
  /** What callers pay, before refunds. */
  readonly revenue: Money
  /** Commission by role, from the lowest level upwards. */
  readonly levels: readonly { readonly role: Role; readonly amount: Money }[]
  /** The part of it that the account of the question earns. */
  readonly own: Money
  /** The revenue less the commission of all levels, told or not. */
  readonly platform: Money
  /** The known cost of the providers, by the cost in force; zero for endpoints with tiers. */
  readonly cost: Money
}
/** The calls of one endpoint. */
export interface SimulatedEndpoint {
  readonly endpoint: string
  /** Charged calls of the month. */
  readonly calls: number
  /** Those among them whose price changes, and how many accounts made them. */
  readonly changed: { readonly calls: number; readonly accounts: number }
  readonly before: SimulatedSums
  readonly after: SimulatedSums
}
/** A price that is tried, with what its scope pays now. */
export interface SimulatedPrice extends ProposedPrice, CheckedPrice {
  /** What applies in the scope: of a role, or everybody as a customer, where an account has no price of its own. Null: computed for each request. */
  readonly current: Price | null
  /** Whether its calls are in the sums: those of a tier are not counted by tier. */
  readonly counted: boolean
}
/** What rates and prices would have brought. */
export interface Simulation {
  readonly month: string
  /** How many accounts are below. */
  readonly accounts: number
  /** The highest revenue first. */
  readonly endpoints: readonly SimulatedEndpoint[]
  readonly total: Pick<SimulatedEndpoint, 'calls' | 'before' | 'after'>
  readonly prices: readonly SimulatedPrice[]
}
/** Tries rates and prices on the charged calls of a month. */
export interface Simulations {
  /**
   * Sums by account and endpoint are read, no call. `before` has the charges of the month, or of an endpoint with a tried price what its lists
   * say now, and the rates in force; `after` what is tried.
   *
   * @throws `SIMULATION_NO_USAGE`, `SIMULATION_MONTH_INVALID`, `SIMULATION_TOO_LARGE` (more than 10,000 accounts), what `Commissions.set` throws
   *   for a rate, and `Prices.set` for a price
   */
  run(question: SimulationQuestion): Promise<Simulation>
}
/** The simulations of a server. */
export const Simulations = token<Simulations>('resale.simulations', { broughtBy: '@parakh/resale' })
