import type { CommissionBook, PriceEntry, PriceLists } from '@parakh/core'
import type { MemoryParts } from './account-tree.ts'
import { notInMemory } from './not-in-memory.ts'

/** Price lists of a store in memory: those of one process, without commission. */
export function memoryPrices({ ids, clock }: Pick<MemoryParts, 'ids' | 'clock'>): PriceLists {
  const entries: PriceEntry[] = []
  return {
    async add(price) {
      const entry = { ...price, id: ids.next(), createdAt: clock.now() }
      entries.push(entry)
      return entry
    },
    revision: async () => entries.length,
    history: async (endpoint) => entries.filter((entry) => endpoint === undefined || entry.endpoint === endpoint),
    async changesAfter(revision) {
      if (revision === entries.length) return null
      return { revision: entries.length, entries: entries.slice(Math.max(0, revision)), commission: false }
    },
    changesHere: () => entries.length,
  }
}

/** Commission of a store in memory: there is none, so there is nothing to roll up or to settle either. */
export function memoryCommission(): CommissionBook {
  const { setRate, line, tree, totals, convert, month } = notInMemory<CommissionBook>('commission')
  const settle = async () => ({ transferred: 0, recovered: 0 })
  return { setRate, line, tree, totals, convert, month, settle, rollUp: async () => 0 }
}
