import type { Money } from '../money.ts'
import type { Environment, Outcome } from '../outcome.ts'
import { token } from '../token.ts'

/** By what figures are told apart; `total`: one row for all. */
export const ANALYTICS_GROUPS = ['total', 'endpoint', 'key', 'day'] as const
export type AnalyticsGroup = (typeof ANALYTICS_GROUPS)[number]

/** Which calls are counted. */
export interface AnalyticsQuery {
  readonly accountId: string
  readonly environment: Environment
  /** The first day in Asia/Kolkata, `YYYY-MM-DD`. */
  readonly from: string
  /** The last day, included. */
  readonly until: string
  readonly by: AnalyticsGroup
  /** Of this endpoint only. */
  readonly endpoint?: string
  /** By this key only. */
  readonly keyId?: string
}
/** How many calls ended in one way, as roll-ups hold it. */
export interface UsageCount {
  /** The endpoint, the key or the day (`YYYY-MM-DD`) that was asked for; empty for `total`. */
  readonly group: string
  readonly outcome: Outcome | 'replay'
  /** The error's code; null: it gave an answer. */
  readonly code: string | null
  readonly calls: number
  /** Micro-rupees. */
  readonly charged: Money
}
/** How many calls took how long. */
export interface LatencyCount {
  /** As in `UsageCount`. */
  readonly group: string
  /** See `latencyBucket`. */
  readonly bucket: number
  readonly calls: number
}
/** What was asked for, of all calls. One group may stand in several of both. */
export interface UsageCounts {
  readonly counts: readonly UsageCount[]
  readonly latencies: readonly LatencyCount[]
}
/** How far roll-ups went. */
export interface RollUpProgress {
  /** Rows of the usage log that were taken in by this run. */
  readonly rows: number
  /** Whether every row is in them that was committed when the run began. False: something long is in progress, or it was told to stop. */
  readonly caughtUp: boolean
}
/**
 * Counts of the usage log by account, environment, day, endpoint, key, outcome, code and latency. They outlive its rows (decision
 * 0026).
 */
export interface UsageRollUps {
  /**
   * Takes in what was written since. Each row is taken in once, whoever does it and wherever it is ended; two at once are right.
   *
   * @param signal Stops it between two short transactions.
   */
  advance(signal?: AbortSignal): Promise<RollUpProgress>
  /** Counts of what was asked for, with the rows that no roll-up has yet: right at once. @throws `ACCOUNT_NOT_FOUND` */
  read(query: AnalyticsQuery): Promise<UsageCounts>
}
/** The roll-ups of a server. */
export const UsageRollUps = token<UsageRollUps>('core.usage-roll-ups')

/** What is known of some calls. */
export interface AnalyticsFigures {
  /** The endpoint, the key or the day that was asked for; empty for `total`. */
  readonly group: string
  readonly calls: number
  /** Calls that gave data, replays of such among them. */
  readonly successes: number
  /** `successes / calls`, 0 to 1; null where there were none. */
  readonly successRate: number | null
  /** All others, the most first. */
  readonly failures: readonly { readonly outcome: Outcome | 'replay'; readonly code: string; readonly calls: number }[]
  /** What was charged for them. A refund that came later is not taken off: it stands in the statement. */
  readonly charged: Money
  /**
   * 95 of 100 calls took this many milliseconds or less. Read from a histogram: exact below 16 ms, above it never less than the true
   * one and at most 12.5 percent more. Null where there were none.
   */
  readonly p95LatencyMs: number | null
}
/** Success, latency, spend and volume. */
export interface Analytics {
  /** Sorted by group. @throws `ACCOUNT_NOT_FOUND`, `ANALYTICS_DAYS_INVALID` (no day, the wrong way round, more than 1,100 days) */
  figures(query: AnalyticsQuery): Promise<readonly AnalyticsFigures[]>
}
/** The analytics of a server. */
export const Analytics = token<Analytics>('core.analytics')

const EXACT_BELOW = 16
/** Of each doubling, as a power of two. */
const PARTS_BITS = 3
const LONGEST_MS = 2 ** 27

/**
 * Which bucket of the histogram a latency falls into: each below 16 ms into one of its own, above that eight to each doubling.
 *
 * @param latencyMs Whole milliseconds, not negative; what is longer than 37 hours counts as that.
 */
export function latencyBucket(latencyMs: number): number {
  if (latencyMs < EXACT_BELOW) return Math.max(0, latencyMs)
  const capped = Math.min(latencyMs, LONGEST_MS)
  const doubling = 31 - Math.clz32(capped)
  const part = (capped >> (doubling - PARTS_BITS)) - 2 ** PARTS_BITS
  return EXACT_BELOW + (doubling - 4) * 2 ** PARTS_BITS + part
}
/** The longest latency of a bucket, in milliseconds. */
export function longestOfBucket(bucket: number): number {
  if (bucket < EXACT_BELOW) return bucket
  const parts = 2 ** PARTS_BITS
  const doubling = Math.floor((bucket - EXACT_BELOW) / parts) + 4
  const part = (bucket - EXACT_BELOW) % parts
  return 2 ** (doubling - PARTS_BITS) * (parts + part + 1) - 1
}
