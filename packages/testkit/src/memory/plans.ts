import type { PlanStore } from '@parakh/core'
import { notInMemory } from './not-in-memory.ts'

/** Memory has no plans: nobody subscribes to one, and whoever asks is told that nobody did. */
export const memoryPlans = (): PlanStore => ({
  find: async () => null,
  list: async () => ({ items: [], next: null }),
  change: (change, decide) => notInMemory<PlanStore>('plans').change(change, decide),
  due: async () => [],
  approaching: async () => [],
  changesAfter: async () => null,
  changesHere: () => 0,
  outcomes: async () => ({ answered: 0, failed: 0 }),
})
