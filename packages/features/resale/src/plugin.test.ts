import { testTables } from '@parakh/testkit/suites'
import { ENGINES } from '../../../../test/databases.ts'
import { openResale } from '../test/open-resale.ts'
import { resale } from './plugin.ts'

testTables(
  resale,
  Object.fromEntries(
    ENGINES.map(([name, make]) => [
      name,
      async () => {
        const database = await make()
        const { store } = await openResale(database)
        const close = async () => {
          await store.close()
          await database.drop()
        }
        return { store, close }
      },
    ]),
  ),
)
