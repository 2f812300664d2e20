import { type AnalyticsQuery, latencyBucket, type UsageCount, type UsageRollUps, type UsageRow } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { MemoryParts } from './account-tree.ts'

/** Counts of the usage log in memory: by reading all of it. What is purged is not counted any more. */
export function memoryUsageRollUps({ tables }: Pick<MemoryParts, 'tables'>): UsageRollUps {
  return {
    advance: async () => ({ rows: 0, caughtUp: true }),
    read: async (query) => {
      const asked = tables.usage.filter((row) => isAsked(query, row))
      return {
        counts: asked.map((row) => countOf(query, row)),
        latencies: asked.map((row) => {
          return { group: groupOf(query, row), bucket: latencyBucket(row.latencyMs), calls: row.calls ?? 1 }
        }),
      }
    },
  }
}

const dayOf = ({ at }: UsageRow): string => indianDay(new Date(at))

const isAsked = (query: AnalyticsQuery, row: UsageRow): boolean =>
  row.accountId === query.accountId &&
  row.environment === query.environment &&
  dayOf(row) >= query.from &&
  dayOf(row) <= query.until &&
  (query.endpoint === undefined || row.endpoint === query.endpoint) &&
  (query.keyId === undefined || row.keyId === query.keyId)

const groupOf = ({ by }: AnalyticsQuery, row: UsageRow): string =>
  ({ total: '', endpoint: row.endpoint, key: row.keyId, day: dayOf(row) })[by]

function countOf(query: AnalyticsQuery, row: UsageRow): UsageCount {
  const { outcome, code, charged, calls = 1 } = row
  return { group: groupOf(query, row), outcome, code, calls, charged }
}
