import { decide } from '@parakh/kernel'
import { collectingLogger, manualClock, sequentialIds } from '@parakh/testkit'
import { type StoreBench, testStore } from '@parakh/testkit/suites'
import { ENGINES } from '../test/databases.ts'
import { createStore } from './create-store.ts'
import type { StoreOptions } from './store-options.ts'

const SECRETS: StoreOptions['secrets'] = {
  pepper: [{ id: 'p1', value: 'pepper' }],
  masterKey: [{ id: 'm1', value: Buffer.alloc(32, 7).toString('base64') }],
}

for (const [name, makeDatabase] of ENGINES)
  testStore(name, {
    durable: true,
    processes: true,
    async create(): Promise<StoreBench> {
      const database = await makeDatabase()
      const clock = manualClock()
      let lane = 0
      const open = () =>
        createStore({
          ...{ database: database.options, decide, secrets: SECRETS, clock, logger: collectingLogger() },
          ids: sequentialIds(++lane * 1_000),
        })
      const opened = [await open()]
      const [store] = opened
      if (!store) throw new Error('the store was opened')
      await store.migrate()
      const openAnother = async () => {
        const another = await open()
        opened.push(another)
        return another
      }
      return {
        store,
        clock,
        async reopen() {
          await store.close()
          return await openAnother()
        },
        second: openAnother,
        async close() {
          for (const one of opened) await one.close()
          await database.drop()
        },
      }
    },
  })
