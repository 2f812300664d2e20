import { micro } from '@parakh/core'
import { isRealDay } from '@parakh/core/formats'
import type {
  Analytics,
  AnalyticsFigures,
  AnalyticsQuery,
  LatencyCount,
  UsageCount,
  UsageCounts,
  UsageRollUps,
} from '../contract.ts'
import { analyticsErrors } from '../error-codes.ts'
import { longestOfBucket } from './latency-buckets.ts'

const DAY_MS = 86_400_000
/** The longest query: three years. */
const MOST_DAYS = 1_100
/** By hour. */
const MOST_HOUR_DAYS = 3
const SHARE = 0.95

/**
 * Success, latency, spend and volume from the roll-ups of the usage log.
 *
 * @example
 * const analytics = createAnalytics(rollUps)
 * const days = await analytics.figures({ accountId, environment: 'production', from: '2026-11-01', until: '2026-11-30', by: 'day' })
 */
export function createAnalytics(rollUps: Pick<UsageRollUps, 'read'>): Analytics {
  return {
    async figures(query) {
      checkDays(query)
      return figuresFrom(await rollUps.read(query))
    },
  }
}

/** @throws `ANALYTICS_DAYS_INVALID` */
function checkDays({ from, until, by }: Pick<AnalyticsQuery, 'from' | 'until' | 'by'>): void {
  const most = by === 'hour' ? MOST_HOUR_DAYS : MOST_DAYS
  const days = isRealDay(from) && isRealDay(until) ? (Date.parse(until) - Date.parse(from)) / DAY_MS + 1 : 0
  if (days < 1 || days > most) throw analyticsErrors.error('ANALYTICS_DAYS_INVALID', { from, until, most })
}

/** The figures of each group, sorted by name. */
export function figuresFrom({ counts, latencies }: UsageCounts): readonly AnalyticsFigures[] {
  const latenciesBy = byGroup(latencies)
  return [...byGroup(counts)]
    .map(([group, of]) => figuresOf(group, of, latenciesBy.get(group) ?? []))
    .sort((one, other) => (one.group < other.group ? -1 : 1))
}

function byGroup<T extends { readonly group: string }>(all: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(one.group)
    if (group) group.push(one)
    else groups.set(one.group, [one])
  }
  return groups
}

const sumOf = (counts: readonly { readonly calls: number }[]): number =>
  counts.reduce((sum, { calls }) => sum + calls, 0)

function figuresOf(group: string, counts: readonly UsageCount[], latencies: readonly LatencyCount[]): AnalyticsFigures {
  const calls = sumOf(counts)
  const successes = sumOf(counts.filter(({ code }) => code === null))
  return {
    ...{ group, calls, successes, successRate: calls === 0 ? null : successes / calls },
    failures: failuresOf(counts),
    charged: micro(counts.reduce((sum, { charged }) => sum + charged, 0)),
    p95LatencyMs: percentile(latencies, calls),
  }
}

function failuresOf(counts: readonly UsageCount[]): AnalyticsFigures['failures'] {
  const failures = new Map<string, AnalyticsFigures['failures'][number]>()
  for (const { outcome, code, calls } of counts) {
    if (code === null) continue
    const key = `${outcome} ${code}`
    failures.set(key, { outcome, code, calls: (failures.get(key)?.calls ?? 0) + calls })
  }
  return [...failures.values()].sort((one, other) => other.calls - one.calls || (one.code < other.code ? -1 : 1))
}

/** The 95th percentile of latency by nearest rank: the upper end of its bucket. */
function percentile(counts: readonly LatencyCount[], calls: number): number | null {
  if (calls === 0) return null
  const rank = Math.ceil(calls * SHARE)
  let passed = 0
  for (const { bucket, calls: here } of [...counts].sort((one, other) => one.bucket - other.bucket)) {
    passed += here
    if (passed >= rank) return longestOfBucket(bucket)
  }
  return null
}
