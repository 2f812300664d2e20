import { micro } from '@parakh/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AnalyticsQuery, UsageCount, UsageCounts } from '../contract.ts'
import { createAnalytics, figuresFrom } from './create-analytics.ts'
import { latencyBucket } from './latency-buckets.ts'

type Told = Partial<UsageCount> & { readonly latency?: number }
/** Counts of calls with these results and latencies. */
const countsOf = (told: readonly Told[]): UsageCounts => ({
  counts: told.map(({ latency: _, ...rest }) => {
    return { group: '', outcome: 'answer', code: null, calls: 1, charged: micro(0), ...rest }
  }),
  latencies: told.map(({ group = '', latency = 5, calls = 1 }) => ({ group, calls, bucket: latencyBucket(latency) })),
})
const QUERY: AnalyticsQuery = {
  ...{ accountId: 'a', environment: 'production', from: '2026-11-01', until: '2026-11-30', by: 'total' },
}

describe('figures of calls', () => {
  it('count calls with data as successes, and failures by outcome and code', () => {
    const [figures] = figuresFrom(
      countsOf([
        { calls: 6, charged: micro(600) },
        { calls: 2, outcome: 'replay' },
        { calls: 1, outcome: 'none', code: 'NOT_FOUND', latency: 900 },
        { calls: 3, outcome: 'failed', code: 'UPSTREAM_UNAVAILABLE' },
      ]),
    )
    expect(figures).toEqual({
      ...{ group: '', calls: 12, successes: 8, successRate: 8 / 12, charged: 600, p95LatencyMs: 959 },
      failures: [
        { outcome: 'failed', code: 'UPSTREAM_UNAVAILABLE', calls: 3 },
        { outcome: 'none', code: 'NOT_FOUND', calls: 1 },
      ],
    })
  })

  it('are sorted by their group', () => {
    const days = ['2026-11-03', '2026-11-01', '2026-11-02'].map((group) => ({ group }))
    expect(figuresFrom(countsOf(days)).map(({ group }) => group)).toEqual(['2026-11-01', '2026-11-02', '2026-11-03'])
    expect(figuresFrom(countsOf([]))).toEqual([])
  })

  it('have a p95 that is never less than the true one, and at most an eighth more', () => {
    const latencies = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 300 })
    fc.assert(
      fc.property(latencies, (given) => {
        const sorted = [...given].sort((one, other) => one - other)
        const exact = sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN
        const [figures] = figuresFrom(countsOf(given.map((latency) => ({ latency }))))
        const found = figures?.p95LatencyMs ?? Number.NaN
        expect(found >= exact && found <= (exact < 16 ? exact : exact * 1.125)).toBe(true)
      }),
    )
  })

  it('are refused for days that are none', async () => {
    const analytics = createAnalytics({ read: async () => countsOf([]) })
    expect(await analytics.figures(QUERY)).toEqual([])
    for (const wrong of [{ from: '2026-02-30' }, { from: '2026-12-01' }, { from: '2020-01-01' }])
      await expect(analytics.figures({ ...QUERY, ...wrong })).rejects.toMatchObject({ code: 'ANALYTICS_DAYS_INVALID' })
    const hours = { ...QUERY, by: 'hour', until: QUERY.from } as const
    expect(await analytics.figures(hours)).toEqual([])
    const four = { ...hours, from: '2026-11-01', until: '2026-11-04' }
    await expect(analytics.figures(four)).rejects.toMatchObject({ code: 'ANALYTICS_DAYS_INVALID' })
  })
})
