import { inr, type Store } from '@parakh/core'
import knex, { type Knex } from 'knex'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ENGINES, type TestDatabase } from '../../test/databases.ts'
import { accept, admit, openPayer, openStore, settle } from '../../test/store-bench.ts'

/** Damages that the whole check alone finds, each by itself; guard/guard.test.ts has those that the guard finds as well. */
const DAMAGES = [
  ['an open hold long past its lease', 'I7', `update parakh_call set lease_until = 1 where phase = 'held'`],
  [
    'a hold that waits for a result past its time',
    'I7',
    `update parakh_call set lease_until = 1 where phase = 'accepted'`,
  ],
  [
    'a hold that waits for a result that came',
    'I7',
    `update parakh_call set async_state = 'completed' where phase = 'accepted'`,
  ],
  [
    'a hold that waits, and is not in its wallet',
    'I5',
    `update parakh_call set price = price + 1 where phase = 'accepted'`,
  ],
  [
    'a hold that waits, without the stored answer',
    'I11',
    `delete from parakh_response where call_id in (select id from parakh_call where phase = 'accepted')`,
  ],
  [
    'an entry that does not follow the one before',
    'I8',
    `update parakh_ledger_entry set previous = previous + 1 where version = 2`,
  ],
  ['a missing version', 'I8', `update parakh_ledger_entry set version = version + 5 where version = 2`],
  ['a call that was charged without a posting', 'I11', `update parakh_call set charged = 5 where phase = 'held'`],
  [
    'a call that is charged twice in the place of another',
    'I11',
    `update parakh_ledger_entry set transaction_id = 'answered' where transaction_id = 'second'`,
  ],
  ['a credit that was not posted like that', 'I11', `update parakh_credit set amount = amount + 1`],
  ['a debt that nothing explains', 'I3', `update parakh_wallet set posted = 0, held = 0, owed = 7 where posted > 0`],
  ['an open hold of no wallet', 'I5', `delete from parakh_wallet`],
  ['a credit whose event is gone with all others', 'I13', `delete from parakh_outbox`],
] as const

describe.each(ENGINES)('the ledger check on %s', (name, makeDatabase) => {
  let database: TestDatabase
  let store: Store
  let tables: Knex
  beforeAll(async () => {
    database = await makeDatabase()
    store = await openStore(database)
    const connection = 'filename' in database.options ? { filename: database.options.filename } : undefined
    const url = 'connection' in database.options ? database.options.connection : undefined
    tables = knex({ client: name, connection: connection ?? String(url), useNullAsDefault: true })
    const payer = await openPayer(store)
    await admit(store, payer, 'answered')
    await settle(store, payer, 'answered')
    await admit(store, payer, 'second')
    await settle(store, payer, 'second')
    await admit(store, payer, 'open')
    await admit(store, payer, 'accepted')
    await accept(store, payer, 'accepted')
  })
  afterAll(async () => {
    await tables.destroy()
    await store.close()
    await database.drop()
  })

  it('finds nothing wrong in what was written, counts it, and tells how far it is', async () => {
    const told: (readonly [number, number])[] = []
    const report = await store.ledger.verify((done, of) => told.push([done, of]))
    expect(report).toMatchObject({ ok: true, broken: [], wallets: 2, openHolds: 2 })
    expect(report.entries).toBeGreaterThan(4)
    const [done, of] = told.at(-1) ?? []
    expect(done).toBe(of)
  })

  it.each(DAMAGES)('finds %s (%s)', async (_, invariant, damage) => {
    const before = await dump(tables)
    await tables.raw(damage)
    const { ok, broken } = await store.ledger.verify()
    expect(ok).toBe(false)
    expect(broken.map((one) => one.invariant)).toContain(invariant)
    await restore(tables, before)
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  })

  it('does not take a marked write that is long open for a broken ledger', async () => {
    const payer = await openPayer(store, inr('5'))
    await admit(store, payer, 'marked')
    const mark = { reference: 'marked', epoch: 1, operation: 'submit', provider: 'acme#0', input: '{}' }
    await store.billing.dispatch({
      kind: 'dispatch',
      accountId: payer.accountId,
      environment: 'production',
      at: 1,
      ...mark,
    })
    await tables('parakh_call').where({ reference: 'marked' }).update({ lease_until: 1 })
    expect(await store.ledger.verify()).toMatchObject({ ok: true, openHolds: 3 })
  })
})

const CHECKED = [
  'parakh_ledger_entry',
  'parakh_wallet',
  'parakh_call',
  'parakh_response',
  'parakh_credit',
  'parakh_outbox',
]
type Rows = readonly Record<string, unknown>[]

const dump = async (tables: Knex): Promise<ReadonlyMap<string, Rows>> =>
  new Map(await Promise.all(CHECKED.map(async (name): Promise<[string, Rows]> => [name, await tables(name)])))

async function restore(tables: Knex, rows: ReadonlyMap<string, Rows>): Promise<void> {
  for (const [name, kept] of rows) {
    await tables(name).delete()
    await tables(name).insert(kept)
  }
}
