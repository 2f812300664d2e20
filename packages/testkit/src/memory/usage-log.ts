import { type UsageLog, type UsageSequence, usagePageOf } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'

/** The usage log in memory: no months, no index. */
export function memoryUsageLog({ tables }: Pick<MemoryParts, 'tables'>): UsageLog {
  return {
    async page({ accountId, environment }, query) {
      const { from, until, limit, skip = 0, endpoints, keyId, outcome, status, requestId, spans } = query
      const found = tables.usage
        .filter((row) => row.accountId === accountId && row.environment === environment)
        .filter(({ at }) => at >= from && at < until)
        .filter(({ at }) => spans?.some((span) => at >= span.from && at < span.until) ?? true)
        .filter((row) => (keyId ?? row.keyId) === row.keyId && (outcome ?? row.outcome) === row.outcome)
        .filter((row) => (status ?? row.status) === row.status && (requestId ?? row.requestId) === row.requestId)
        .filter(({ endpoint }) => endpoints?.includes(endpoint) ?? true)
        // Newest first, of the same moment the last written.
        .reverse()
        .sort((one, other) => other.at - one.at)
        .slice(skip, skip + limit + 1)
        .map(({ day: _day, counted: _counted, ...row }) => row)
      return usagePageOf(found, query)
    },
    async ofRequestId(requestId, { from, limit }) {
      return tables.usage
        .filter((row) => row.requestId === requestId && row.at >= from)
        .reverse()
        .sort((one, other) => other.at - one.at)
        .slice(0, limit)
        .map(({ day: _day, counted: _counted, ...row }) => row)
    },
    prepare: async () => undefined,
    purge: async (before) => {
      const kept = tables.usage.filter(({ at }) => at >= before)
      const rows = tables.usage.length - kept.length
      tables.usage.splice(0, tables.usage.length, ...kept)
      return { rows, partitions: [] }
    },
  }
}

/** The ids of the usage log in memory: places in the order of writing. */
export const memoryUsageSequence = ({ tables }: Pick<MemoryParts, 'tables'>): UsageSequence => ({
  newest: async () => tables.usage.length,
  settled: async () => tables.usage.length,
})
