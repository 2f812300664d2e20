import { Store } from '@parakh/core'
import { testIsolation, testTables } from '@parakh/testkit/suites'
import { alertsWorld } from '../test/alerts-world.ts'
import { alerts } from './plugin.ts'

const open = (engine: 'sqlite3' | 'pg') => async () => {
  const { place, process } = await alertsWorld(engine)
  return { store: process.server.host.get(Store), close: () => place.end() }
}
testTables(alerts, { SQLite: open('sqlite3'), PostgreSQL: open('pg') })

testIsolation('alerts', async () => {
  const { place, process } = await alertsWorld('sqlite3')
  return { host: process.server.host, close: () => place.end(), of: ['alerts'] }
})
