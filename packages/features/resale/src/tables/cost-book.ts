import type { Money, ProviderAttempt } from '@parakh/core'
import type { CostPeriod, Margin, NewOperationCost, OperationCost, ProviderCost } from '../contract/costs.ts'

/** An attempt with what it cost us, as it is kept. */
export interface BookedAttempt extends Omit<ProviderAttempt, 'plugin'> {
  readonly cost: Money
}
/** The booked costs of one call at one provider. */
export interface BookedCost {
  readonly reference: string
  readonly attempts: number
  readonly cost: Money
}
/** What a margin is made of. */
export type MarginParts = Omit<Margin, 'margin'>

/** What margins are made of. */
export interface MarginsParts {
  readonly endpoints: readonly MarginParts[]
  readonly providers: readonly ProviderCost[]
}

/** What operations cost, and the attempts at them, as they are kept. */
export interface CostBook {
  /** Adds a cost, with its audit entry in the same commit. Attempts that are booked already keep their cost. */
  setCost(cost: NewOperationCost): Promise<OperationCost>
  /** Every cost that was ever set, in the order of writing. */
  costs(): Promise<readonly OperationCost[]>
  append(attempts: readonly BookedAttempt[]): Promise<void>
  /** In no order. The time span is read a day at a time. */
  margins(period: CostPeriod): Promise<MarginsParts>
  /**
   * The booked costs of a provider, call by call, in no order.
   *
   * @param query `provider`: a plugin's id for all of its providers, or one of them such as `pan/acme`.
   */
  booked(query: CostPeriod & { readonly provider: string }): Promise<readonly BookedCost[]>
  /** Drops attempts older than a time. @param before Milliseconds since 1970. @returns How many. */
  purge(before: number): Promise<number>
}
