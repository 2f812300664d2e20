import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The name and the period of an account's counter. */
export interface CounterName {
  /** `plan:<subscription>`, `volume:<endpoint>`: printable characters without a space. */
  readonly name: string
  /** A month in Asia/Kolkata such as `2026-11`, a day such as `2026-11-21`, or another period that its owner defines. No space. */
  readonly period: string
}
/** The units of a plan that may pay for a call in place of money. */
export interface UnitPool extends CounterName {
  /** Units of the period; null: unlimited, and counted all the same. */
  readonly limit: number | null
  /** Stored with a call that a unit paid for, in place of a price version. */
  readonly version: string
}
/** Counters of accounts, changed in the commit of the call that they count, under the lock of its wallet. */
export interface Counters {
  /** The current value; 0 if nothing was counted. */
  value(of: CounterName & { readonly accountId: string; readonly environment: Environment }): Promise<number>
}
/** The counters of a server. */
export const Counters = token<Counters>('core.counters')
