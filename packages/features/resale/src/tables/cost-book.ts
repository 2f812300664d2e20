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

/** Requests to a source in a day. */
export interface SourceDay {
  readonly source: string
  /** `2026-11-27`, in India. */
  readonly day: string
  readonly requests: number
}
/** Attempts that were set aside together. */
export interface WaitingAttempts {
  readonly id: string
  readonly attempts: readonly ProviderAttempt[]
}
/** What operations cost, and the attempts at them, as they are kept. */
export interface CostBook {
  /** Adds a cost, with its audit entry in the same commit. Attempts that are booked already keep their cost. */
  setCost(cost: NewOperationCost): Promise<OperationCost>
  /** Every cost that was ever set, in the order of writing. */
  costs(): Promise<readonly OperationCost[]>
  /**
   * Adds attempts, and in the same commit the requests of capped sources.
   *
   * @returns The requests of those days so far, of all processes.
   */
  append(attempts: readonly BookedAttempt[], days?: readonly SourceDay[]): Promise<readonly SourceDay[]>
  /** Keeps attempts that cannot be booked now, until `bookWaiting` takes them. */
  setAside(attempts: readonly ProviderAttempt[]): Promise<void>
  /** Rows of attempts that were set aside, the oldest first. @param after The id of the last row that was read; empty: from the first on. */
  waiting(after: string): Promise<readonly WaitingAttempts[]>
  /** When the oldest attempt was set aside that is not booked yet, in milliseconds since 1970; null: none waits. */
  waitingSince(): Promise<number | null>
  /** Books a row that was set aside, as `append`, once among all processes. */
  bookWaiting(id: string, attempts: readonly BookedAttempt[], days: readonly SourceDay[]): Promise<readonly SourceDay[]>
  /** The requests of a day, of capped sources. @param day `2026-11-27`, in India. */
  sourceDays(day: string): Promise<readonly SourceDay[]>
  /** In no order. The time span is read a day at a time. */
  margins(period: CostPeriod): Promise<MarginsParts>
  /**
   * The booked costs of a provider, call by call, in no order.
   *
   * @param query `provider`: a plugin's id for all of its providers, or one of them such as `pan/acme`.
   */
  booked(query: CostPeriod & { readonly provider: string }): Promise<readonly BookedCost[]>
  /** Drops attempts and days older than a time. @param before Milliseconds since 1970. @returns How many. */
  purge(before: number): Promise<number>
}
