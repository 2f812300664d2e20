import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENGINES, postgresDatabase, type TestDatabase } from '../../test/databases.ts'
import { closePeriod, type LedgerBench, openLedgerBench, openTables } from '../../test/ledger-bench.ts'
import { openStore } from '../../test/store-bench.ts'

describe.each(ENGINES)('closing periods on %s', (_, makeDatabase) => {
  let bench: LedgerBench
  let database: TestDatabase
  beforeAll(async () => {
    database = await makeDatabase()
    bench = await openLedgerBench(database)
  })
  afterAll(() => bench.close())

  it('closes each entry once when two processes close at once, while calls go on', async () => {
    const other = await openStore(database)
    for (let round = 0; round < 5; round += 1) {
      const paying = bench.pay(10)
      await Promise.all([bench.closePeriod(), closePeriod(other), paying])
    }
    const head = await closePeriod(other)
    expect(await bench.store.ledger.verify()).toMatchObject({ ok: true, broken: [], head })
    const entries = await bench.tables('parakh_ledger_entry').count({ entries: '*' }).first()
    expect((head?.entries.production ?? 0) + (head?.entries.sandbox ?? 0)).toBe(Number(entries?.['entries']))
    await other.close()
  })

  it('refuses to close what contradicts itself', async () => {
    await bench.pay(1)
    const added = (): ReturnType<typeof bench.tables> =>
      bench.tables('parakh_ledger_entry').where({ transaction_id: 'call-51' })
    await added().where({ ledger_account: 'revenue' }).update({ amount: 1 })
    await vi.waitFor(() => expect(bench.store.ledger.close()).rejects.toMatchObject({ code: 'LEDGER_BROKEN' }), {
      timeout: 30_000,
      interval: 100,
    })
    await added().where({ ledger_account: 'revenue' }).update({ amount: 1_000_000 })
    expect(await bench.closePeriod()).not.toBeNull()
  })
})

describe('on PostgreSQL, where a lower id may commit later', () => {
  it('waits for it: the straggler is in a period, and the chain holds', async () => {
    const bench = await openLedgerBench(await postgresDatabase())
    await bench.pay(2)
    const straggler = await bench.tables.transaction()
    // As a batch does: its wallet first, then its entries.
    await straggler.raw('select 1 from parakh_wallet for no key update')
    const [{ id: low }] = await straggler('parakh_ledger_entry').insert(postingOf('late', 1), 'id')
    await straggler('parakh_ledger_entry').insert(postingOf('late', -1))
    const inTime = await bench.tables('parakh_ledger_entry').insert(postingOf('in time', 1), 'id')
    await bench.tables('parakh_ledger_entry').insert(postingOf('in time', -1))
    expect(Number(low)).toBeLessThan(Number(inTime[0].id))
    const closing = bench.closePeriod()
    // Long enough for a close that would not wait.
    await sleep(400)
    await straggler.commit()
    const head = await closing
    expect(head?.entries.production).toBe(2 * 2 + 2 * 2 + 4)
    const report = await bench.store.ledger.verify()
    expect(report.broken.filter(({ invariant }) => invariant === 'I10')).toEqual([])
    await bench.close()
  })

  it('divides no posting whose ids lie on both sides of the end', async () => {
    const bench = await openLedgerBench(await postgresDatabase())
    const straggler = await bench.tables.transaction()
    await straggler('parakh_ledger_entry').insert(postingOf('late', 1))
    await bench.tables('parakh_ledger_entry').insert([postingOf('in time', 1), postingOf('in time', -1)])
    const closing = bench.closePeriod()
    await sleep(50)
    await straggler('parakh_ledger_entry').insert(postingOf('late', -1))
    await straggler.commit()
    expect((await closing)?.entries.production).toBe(2 * 2)
    expect((await bench.closePeriod())?.entries.production).toBe(2 * 2 + 4)
    await bench.close()
  })

  it('closes nothing while it does not come, and all of it afterwards', async () => {
    const bench = await openLedgerBench(await postgresDatabase())
    const straggler = await bench.tables.transaction()
    await straggler.raw('select pg_current_xact_id()')
    await expect(bench.store.ledger.close()).rejects.toMatchObject({ code: 'LEDGER_CLOSE_DELAYED' })
    await straggler.rollback()
    expect(await bench.closePeriod()).toMatchObject({ period: 1 })
    await bench.close()
  })

  it('gives up while a transaction of another database goes on, holds nothing meanwhile, and closes the next time', async () => {
    const bench = await openLedgerBench(await postgresDatabase())
    const neighbour = await postgresDatabase()
    const elsewhere = openTables(neighbour)
    const long = await elsewhere.transaction()
    await long.raw('create table written (id integer)')
    let over = false
    const closing = bench.store.ledger.close().finally(() => {
      over = true
    })
    const refused = expect(closing).rejects.toMatchObject({ code: 'LEDGER_CLOSE_DELAYED' })
    let looks = 0
    for (; !over; looks += 1) {
      await bench.pay(2)
      const { rows }: { rows: readonly unknown[] } = await bench.tables.raw(
        `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
          and state = 'idle in transaction' and state_change < clock_timestamp() - interval '1 second'`,
      )
      expect(rows).toEqual([])
    }
    expect(looks).toBeGreaterThan(1)
    await refused
    expect(await bench.store.ledger.head()).toBeNull()
    await long.commit()
    expect(await bench.closePeriod()).toMatchObject({ period: 1 })
    expect(await bench.store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await elsewhere.destroy()
    await neighbour.drop()
    await bench.close()
  })
})

const postingOf = (transaction: string, amount: number) => ({
  ...{
    transaction_id: transaction,
    kind: 'adjustment',
    ledger_account: 'adjustments',
    environment: 'production',
    amount,
  },
  ...{ actor: 'test', request_id: transaction, price_version: '', at: 1 },
})
