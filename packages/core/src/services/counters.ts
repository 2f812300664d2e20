import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** Names a counter of an account: what is counted, and in which period. */
export interface CounterName {
  /** `plan:<subscription>`, `volume:<endpoint>`: printable characters without a space. */
  readonly name: string
  /** A month in Asia/Kolkata such as `2026-11`, a day such as `2026-11-21`, or whatever its owner divides time by. No space. */
  readonly period: string
}
/** The units of a plan that may pay for a call in place of money. */
export interface UnitPool extends CounterName {
  /** Units of the period; null: unlimited, and counted all the same. */
  readonly limit: number | null
  /** Stands with a call that a unit paid for, in place of a price's version. */
  readonly version: string
}
/** Counts of an account, raised and lowered in the commit of the call that they are of, under the lock of its wallet. */
export interface Counters {
  /** What stands there now; 0 where nothing was counted. */
  value(of: CounterName & { readonly accountId: string; readonly environment: Environment }): Promise<number>
}
/** The counters of a server. */
export const Counters = token<Counters>('core.counters')
