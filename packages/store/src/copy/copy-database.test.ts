import { hostname } from 'node:os'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { afterEach, describe, expect, it } from 'vitest'
import { ENGINES, type OwnDatabase } from '../../test/databases.ts'
import { openLedgerBench } from '../../test/ledger-bench.ts'
import { admit, openPayer, openStore, settle } from '../../test/store-bench.ts'
import { openDatabase } from '../connection/open-database.ts'
import { copyDatabase } from './copy-database.ts'

const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const logger = collectingLogger()
const now = (): number => manualClock().now().getTime()
async function made(make: () => Promise<OwnDatabase>): Promise<OwnDatabase> {
  const database = await make()
  ends.push(() => database.drop())
  return database
}
/** Runs some SQL. */
async function sql({ options }: OwnDatabase, statement: string): Promise<void> {
  const { knex, close } = await openDatabase(options, { tablePrefix: 'parakh_', logger })
  await knex.raw(statement)
  await close()
}

const [[sqlite, makeSqlite], [postgres, makePostgres]] = ENGINES
const DIRECTIONS = [
  { from: sqlite, makeFrom: makeSqlite, to: postgres, makeTo: makePostgres },
  { from: postgres, makeFrom: makePostgres, to: sqlite, makeTo: makeSqlite },
]

describe.each(DIRECTIONS)('a copy from $from to $to', ({ from, makeFrom, makeTo }) => {
  /** Calls, refunds, closed periods, and a source without a server. */
  async function filled() {
    const [source, target] = [await made(makeFrom), await made(makeTo)]
    const bench = await openLedgerBench(source)
    await bench.pay(40)
    await bench.closePeriod()
    await bench.pay(5)
    const head = await bench.store.ledger.head()
    await bench.tables.destroy()
    await bench.store.close()
    return { source, target, head, ends: { from: { database: source.options }, to: { database: target.options } } }
  }
  const copy = (ends: Pick<Parameters<typeof copyDatabase>[0], 'from' | 'to'>) => copyDatabase({ ...ends, logger, now })

  it('has every row and the head, verifies, and goes on with numbers that were never given', async () => {
    const { target, head, ends } = await filled()
    const told: number[] = []
    const { rows, tables } = await copyDatabase({ ...ends, logger, now, progress: (_, read) => told.push(read) })
    expect(rows).toBeGreaterThan(200)
    expect(tables).toBeGreaterThan(30)
    expect(told.at(-1)).toBe(rows)
    const store = await openStore(target)
    expect(await store.ledger.head()).toEqual(head)
    expect(await store.money.state()).toMatchObject({ mode: 'on', reason: '' })
    const payer = await openPayer(store)
    await admit(store, payer, 'after-the-copy')
    await settle(store, payer, 'after-the-copy')
    expect((await store.ledger.verify()).broken).toEqual([])
    await store.close()
  })

  it('goes on after an interruption, and money is stopped until it is complete', async () => {
    const { target, head, ends } = await filled()
    let tables = 0
    const interrupted = copyDatabase({
      ...{ ...ends, logger, now },
      progress(table) {
        if (table === 'ledger_entry' && ++tables === 1) throw new Error('the process ended')
      },
    })
    await expect(interrupted).rejects.toThrow('the process ended')
    const half = await openStore(target)
    expect(await half.money.state()).toMatchObject({
      mode: 'recovery',
      reason: expect.stringContaining('not complete'),
    })
    await expect(half.money.resume('by mistake')).rejects.toMatchObject({ code: 'DATABASE_COPY_INCOMPLETE' })
    await half.close()
    await copy(ends)
    const store = await openStore(target)
    expect([await store.ledger.head(), (await store.money.state()).mode]).toEqual([head, 'on'])
    await store.close()
    await expect(copy(ends)).rejects.toMatchObject({ code: 'DATABASE_COPY_NOT_EMPTY' })
  })

  it('that was interrupted is refused where the old database has changed since', async () => {
    const { source, target, ends } = await filled()
    await copy(ends)
    await sql(
      target,
      `update parakh_money_state set reason = '${'A copy into this database is not complete: run "parakh database copy" again'}'`,
    )
    await sql(source, `update parakh_wallet set held = held + 1 where posted > 0`)
    await expect(copy(ends)).rejects.toMatchObject({ code: 'DATABASE_COPY_DIFFERS' })
  })

  it('is refused where the new database has no table for rows of the old one', async () => {
    const { source, ends } = await filled()
    await sql(source, 'create table parakh_extra_thing (id integer not null primary key)')
    await sql(source, 'insert into parakh_extra_thing (id) values (1)')
    await expect(copy(ends)).rejects.toMatchObject({
      code: 'DATABASE_COPY_TABLES_MISSING',
      message: expect.stringContaining('extra_thing'),
    })
  })

  it.runIf(from === 'sqlite3')('is refused while a process serves the SQLite file', async () => {
    const { source, ends } = await filled()
    await sql(source, `insert into parakh_serve_lock values (1, 'other', ${process.ppid}, '${hostname()}', 0)`)
    await expect(copy(ends)).rejects.toMatchObject({ code: 'DATABASE_IN_USE' })
  })
})
