import type { Store } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import type { StoreBench } from '@parakh/testkit/suites'
import type { TestDatabase } from './databases.ts'
import { openStore } from './store-bench.ts'

/** A store on a database of its own, for the suites of the test kit. */
export async function suiteBench(makeDatabase: () => Promise<TestDatabase>): Promise<StoreBench> {
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
}
