import { micro } from '@parakh/core'
import type { AnalyticsQuery, UsageCounts } from '../contract.ts'
import { analyticsErrors } from '../error-codes.ts'
import { latencyBucket } from '../rules/latency-buckets.ts'
import { hourStatements, MOST_HOUR_ROWS } from '../tables/hour-statements.ts'
import type { RollUpParts } from './advance-roll-ups.ts'
import { askedTimes, outcomeOf, requireAccount } from './read-counts.ts'

const HOUR_MS = 3_600_000

/**
 * Counts of an account by hour, of the rows of the usage log: a bounded number of them.
 *
 * @throws `ACCOUNT_NOT_FOUND`; `ANALYTICS_HOURS_TOO_MANY`: those days have more rows.
 */
export async function readHours({ tables }: Pick<RollUpParts, 'tables'>, query: AnalyticsQuery): Promise<UsageCounts> {
  const found = await tables.rows(hourStatements.hours(askedTimes(query)))
  if (found.length === 0) await requireAccount(tables, query.accountId)
  const read = found.reduce((sum, { rows }) => sum + rows, 0)
  if (read > MOST_HOUR_ROWS) throw analyticsErrors.error('ANALYTICS_HOURS_TOO_MANY', { most: MOST_HOUR_ROWS })
  const rows = found.filter(({ asked }) => asked === 1).map((row) => ({ ...row, group: hourText(row.hour) }))
  return {
    counts: rows.map(({ group, outcome, code, calls, charged }) => ({
      ...{ group, outcome: outcomeOf(outcome), code: code === '' ? null : code, calls, charged: micro(charged) },
    })),
    latencies: rows.map(({ group, latency_ms, calls }) => ({ group, bucket: latencyBucket(latency_ms), calls })),
  }
}

/** `2026-11-23T14:00:00+05:30` of the hours since 1970 in Asia/Kolkata. */
const hourText = (hour: number): string => `${new Date(hour * HOUR_MS).toISOString().slice(0, 19)}+05:30`
