import { type AnalyticsQuery, latencyBucket, type UsageCount, type UsageRollUps, type UsageRow } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { MemoryParts } from './account-tree.ts'

/** Counts of the usage log in memory: by reading all of it. What is purged is not counted any more. */
export function memoryUsageRollUps({ tables }: Pick<MemoryParts, 'tables'>): UsageRollUps {
  return {
    advance: async () => ({ rows: 0, caughtUp: true }),
    read: async (query) => tables.usage.filter((row) => isAsked(query, row)).map((row) => countOf(query, row)),
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

function countOf({ by }: AnalyticsQuery, row: UsageRow): UsageCount {
  const { outcome, code, charged, latencyMs } = row
  const group = { total: '', endpoint: row.endpoint, key: row.keyId, day: dayOf(row) }[by]
  return { group, outcome, code, bucket: latencyBucket(latencyMs), calls: 1, charged }
}
