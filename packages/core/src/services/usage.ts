import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'
import type { UsageEntry } from './billing/operations.ts'

/** Requests counted, never by a scan (decisions.md section 11). */
export interface Usage {
  /** @param at Decides which day it is in Asia/Kolkata. */
  counts(accountId: string, environment: Environment, at: Date): Promise<{ today: number; total: number }>
}
/** The usage counters of a server. */
export const Usage = token<Usage>('core.usage')

/** A row of the usage log, as it is kept. */
export type UsageRow = Omit<UsageEntry, 'day' | 'counted'>
/** Which rows of a wallet are asked for. */
export interface UsageQuery {
  /** Milliseconds since 1970, included. */
  readonly from: number
  /** Milliseconds since 1970, excluded. */
  readonly until: number
  /** Rows at most, 1 to 1,000. */
  readonly limit: number
  /** How many of the newest of them are left out: those of one millisecond that a page before this one had. */
  readonly skip?: number
  /** Of this key alone. */
  readonly keyId?: string
  /** Of one of these endpoints. */
  readonly endpoints?: readonly string[]
  readonly outcome?: UsageRow['outcome']
}
/** What a purge of the usage log dropped. */
export interface UsagePurge {
  /** Rows that were deleted one by one. */
  readonly rows: number
  /** Tables of whole months that were dropped, where the log is kept in such. */
  readonly partitions: readonly string[]
  /**
   * Nothing was dropped, because rows are counted first, and a transaction that may still write some did not end within two seconds:
   * one of any database of the cluster (PostgreSQL). To be tried again later.
   */
  readonly delayed?: true
}
/** The rows of the usage log: written by `Billing`, read by account and time, dropped when they are past their retention. */
export interface UsageLog {
  /** The newest rows of a wallet in a time, newest first. */
  list(wallet: { accountId: string; environment: Environment }, query: UsageQuery): Promise<readonly UsageRow[]>
  /**
   * Makes room for the rows of a month and of those after it, where the log is kept by month. Safe when two processes do it at once;
   * a row without its month is written all the same.
   *
   * @param at Milliseconds since 1970.
   */
  prepare(at: number): Promise<void>
  /**
   * Drops rows older than a time, beside calls that go on. Where the log is kept by month, a month goes when all of it is older.
   *
   * @param before Milliseconds since 1970.
   */
  purge(before: number): Promise<UsagePurge>
}
