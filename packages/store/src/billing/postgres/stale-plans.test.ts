import { setTimeout as sleep } from 'node:timers/promises'
import { inr, type Store } from '@parakh/core'
import type { Knex } from 'knex'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { postgresDatabase, type TestDatabase } from '../../../test/databases.ts'
import { openTables } from '../../../test/ledger-bench.ts'
import { admit, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'

const ROWS = 20_000
/** PostgreSQL counts at most once a second what a connection has read. */
const COUNTED_AFTER_MS = 1_100

let database: TestDatabase
let tables: Knex
let store: Store
let payer: Payer
let calls = 0
beforeEach(async () => {
  database = await postgresDatabase()
  tables = openTables(database)
  store = await openStore(database)
  payer = await openPayer(store, inr('500'))
})
afterEach(async () => {
  await store.close()
  await tables.destroy()
  await database.drop()
})

/** A call is two batches. */
async function call(times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    calls += 1
    expect(await admit(store, payer, `call-${calls}`)).toMatchObject({ kind: 'admitted' })
    expect(await settle(store, payer, `call-${calls}`)).toEqual({ kind: 'done' })
  }
}
/** Rows of calls that were read until now. */
async function readRows(): Promise<number> {
  await sleep(COUNTED_AFTER_MS)
  await call(1)
  await sleep(COUNTED_AFTER_MS)
  const row: { rows?: string } | undefined = await tables('pg_stat_user_indexes')
    .where({ relname: 'parakh_call' })
    .sum({ rows: 'idx_tup_read' })
    .first()
  return Number(row?.rows)
}

// Where other databases of the cluster change much at once, PostgreSQL may make all plans anew by itself: then the fault is not reached.
it('a batch reads its own calls alone, though the tables were analysed while they were empty', {
  retry: 3,
}, async () => {
  // Or autovacuum would look again in the midst of it.
  await tables.raw('alter table parakh_call set (autovacuum_enabled = false)')
  await tables.raw('vacuum analyze')
  await call(2)
  const columns = Object.keys((await tables('parakh_call').first()) ?? {}).filter((name) => name !== 'id')
  const copied = columns.map((name) => (name === 'reference' || name === 'claim' ? `'old-' || n` : name)).join(', ')
  await tables.raw(
    `insert into parakh_call (${columns.join(', ')}) select ${copied} from
      (select * from parakh_call limit 1) c cross join generate_series(1, ${ROWS}) n`,
  )
  const plansMadeEarly = await readRows()
  await call(1)
  expect((await readRows()) - plansMadeEarly, 'the fault is reached').toBeGreaterThan(ROWS)
  await call(32)
  const before = await readRows()
  await call(10)
  expect((await readRows()) - before).toBeLessThan(1_000)
})
