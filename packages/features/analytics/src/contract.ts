import { type Environment, type Money, type Outcome, token } from '@parakh/core'

/** How figures are grouped; `total`: one row for all. */
export const ROLLED_UP_GROUPS = ['total', 'endpoint', 'key', 'day'] as const
export type RolledUpGroup = (typeof ROLLED_UP_GROUPS)[number]
/** The same, and `hour`: of at most three days, as far back as the log has rows. */
export const ANALYTICS_GROUPS = [...ROLLED_UP_GROUPS, 'hour'] as const
export type AnalyticsGroup = (typeof ANALYTICS_GROUPS)[number]

/** The calls that are counted. */
export interface AnalyticsQuery {
  readonly accountId: string
  readonly environment: Environment
  /** The first day in Asia/Kolkata, `YYYY-MM-DD`. */
  readonly from: string
  /** The last day, included. */
  readonly until: string
  readonly by: AnalyticsGroup
  /** This endpoint only. */
  readonly endpoint?: string
  /** This key only. */
  readonly keyId?: string
}
/** The number of calls with one result, as roll-ups hold it. */
export interface UsageCount {
  /** The endpoint, the key, the day (`YYYY-MM-DD`) or the beginning of the hour in Asia/Kolkata; empty for `total`. */
  readonly group: string
  readonly outcome: Outcome | 'replay'
  /** The error's code; null: it gave an answer. */
  readonly code: string | null
  readonly calls: number
  /** Micro-rupees. */
  readonly charged: Money
}
/** The number of calls in one latency bucket. */
export interface LatencyCount {
  /** As in `UsageCount`. */
  readonly group: string
  /** See `latencyBucket`. */
  readonly bucket: number
  readonly calls: number
}
/** Counts of the calls of a query. A group may have several rows in both lists. */
export interface UsageCounts {
  readonly counts: readonly UsageCount[]
  readonly latencies: readonly LatencyCount[]
}
/** The result of a roll-up run. */
export interface RollUpProgress {
  /** Rows of the usage log that this run processed. */
  readonly rows: number
  /** Whether all rows that were committed when the run began are included. False: a long transaction is open, or the run was stopped. */
  readonly caughtUp: boolean
}
/**
 * Counts of the usage log by account, environment, day, endpoint, key, outcome, code and latency. They outlive its rows (decision
 * 0026).
 */
export interface UsageRollUps {
  /**
   * Processes the rows written since the last run. Each row is counted once, also with concurrent runs and after a crash.
   *
   * @param signal Stops it between two short transactions.
   */
  advance(signal?: AbortSignal): Promise<RollUpProgress>
  /** Counts of the queried calls, including rows that no roll-up has yet. @throws `ACCOUNT_NOT_FOUND`, `ANALYTICS_HOURS_TOO_MANY` */
  read(query: AnalyticsQuery): Promise<UsageCounts>
}
/** The roll-ups of a server. */
export const UsageRollUps = token<UsageRollUps>('analytics.usage-roll-ups', { broughtBy: '@parakh/analytics' })

/** The figures of a group of calls. */
export interface AnalyticsFigures {
  /** The endpoint, the key or the day; empty for `total`. */
  readonly group: string
  readonly calls: number
  /** Calls that returned data, including replays. */
  readonly successes: number
  /** `successes / calls`, 0 to 1; null where there were none. */
  readonly successRate: number | null
  /** All other calls by code, the most frequent first. */
  readonly failures: readonly { readonly outcome: Outcome | 'replay'; readonly code: string; readonly calls: number }[]
  /** What was charged for them. Later refunds are not subtracted: the statement shows them. */
  readonly charged: Money
  /**
   * The 95th percentile of latency in milliseconds, from a histogram: exact below 16 ms; above, at most 12.5 percent too high and never
   * too low. Null: no calls.
   */
  readonly p95LatencyMs: number | null
}
/** Success, latency, spend and volume. */
export interface Analytics {
  /** Sorted by group. @throws `ACCOUNT_NOT_FOUND`, `ANALYTICS_DAYS_INVALID` (no day, the wrong way round, more than 1,100 days, by hour more than three), `ANALYTICS_HOURS_TOO_MANY` */
  figures(query: AnalyticsQuery): Promise<readonly AnalyticsFigures[]>
}
/** The analytics of a server. */
export const Analytics = token<Analytics>('analytics.analytics', { broughtBy: '@parakh/analytics' })
