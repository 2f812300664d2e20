import { decide } from '@parakh/kernel'
import { manualClock } from '../fakes/manual-clock.ts'
import { sequentialIds } from '../fakes/sequential-ids.ts'
import { testStore } from '../suites/test-store.ts'
import { createMemoryStore } from './memory-store.ts'

testStore('memory', {
  processes: true,
  create: async () => {
    const clock = manualClock()
    const store = createMemoryStore({ decide, clock, ids: sequentialIds(1) })
    const second = async () => createMemoryStore({ decide, clock, ids: sequentialIds(2), tables: store.tables })
    return { store, clock, second, close: () => store.close() }
  },
})
