import type { Store } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import { type StoreBench, testStore } from '@parakh/testkit/suites'
import { ENGINES } from '../test/databases.ts'
import { openStore } from '../test/store-bench.ts'

for (const [name, makeDatabase] of ENGINES)
  testStore(name, {
    durable: true,
    processes: true,
    async create(): Promise<StoreBench> {
      const database = await makeDatabase()
      const clock = manualClock()
      const opened: Store[] = []
      const open = async (): Promise<Store> => {
        const store = await openStore(database, { clock })
        opened.push(store)
        return store
      }
      const store = await open()
      return {
        store,
        clock,
        second: open,
        async reopen() {
          await store.close()
          return await open()
        },
        async close() {
          for (const one of opened) await one.close()
          await database.drop()
        },
      }
    },
  })
