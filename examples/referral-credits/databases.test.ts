import { testTables } from '@parakh/testkit/suites'
import { databaseOn, openStore } from '../../test/databases.ts'
import referralCredits from './src/referral-credits.ts'

/** A store on a database of its own. */
const on = (engine: 'sqlite3' | 'pg') => async () => {
  const database = await databaseOn(engine)
  const store = await openStore(database)
  return {
    store,
    async close() {
      await store.close()
      await database.drop()
    },
  }
}

testTables(referralCredits, { SQLite: on('sqlite3'), PostgreSQL: on('pg') })
