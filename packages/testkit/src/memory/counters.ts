import { type Counters, counterKey } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'

/** The counters in memory. */
export const memoryCounters = ({ tables }: Pick<MemoryParts, 'tables'>): Counters => ({
  value: async (counter) => tables.counters.get(counterKey(counter, counter)) ?? 0,
})
