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

/** A plugin's tables, each with a number in another way. */
const NUMBERED: Readonly<Record<string, readonly string[]>> = {
  sqlite3: [
    'create table parakh_acme_serial (id integer primary key, note text)',
    'create table parakh_acme_always (id integer primary key autoincrement, note text)',
    'create table parakh_acme_default (id integer primary key autoincrement, note text)',
    'create table parakh_acme_own (key text primary key, id integer, note text)',
    'create table parakh_acme_two (id integer primary key, place integer, note text)',
    'create table parakh_acme_computed (id integer primary key, note text, twice text generated always as (note || note) stored)',
    'create table parakh_acme_empty (id integer primary key, note text)',
  ],
  pg: [
    'create table parakh_acme_serial (id bigserial primary key, note text)',
    'create table parakh_acme_always (id bigint generated always as identity primary key, note text)',
    'create table parakh_acme_default (id bigint generated by default as identity primary key, note text)',
    'create sequence parakh_acme_numbers',
    "create table parakh_acme_own (key text primary key default gen_random_uuid(), id bigint default nextval('parakh_acme_numbers') unique, note text)",
    'create table parakh_acme_two (id serial primary key, place serial unique, note text)',
    'create table parakh_acme_computed (id serial primary key, note text, twice text generated always as (note || note) stored)',
    'create table parakh_acme_empty (id serial primary key, note text)',
  ],
}
const FILLED = ['serial', 'always', 'default', 'own', 'two', 'computed']
/** Two rows with numbers of their own, as an earlier release or a restore may have written them. */
const rowsOf = (table: string, engine: string): string => {
  const more = { own: ['key, ', "'k' || n, "], two: ['place, ', 'n + 10, '] }[table] ?? ['', '']
  const override = engine === 'pg' && table === 'always' ? 'overriding system value' : ''
  return `insert into parakh_acme_${table} (id, ${more[0]}note) ${override} select n, ${more[1]}'old' from (select 1 as n union all select 7) rows`
}

describe.each([
  ...DIRECTIONS,
  { from: postgres, makeFrom: makePostgres, to: postgres, makeTo: makePostgres },
  { from: sqlite, makeFrom: makeSqlite, to: sqlite, makeTo: makeSqlite },
])('the tables of a copy from $from to $to', ({ from, makeFrom, to, makeTo }) => {
  it('take new rows, however their columns are numbered', async () => {
    const [source, target] = [await made(makeFrom), await made(makeTo)]
    for (const statement of NUMBERED[from] ?? []) await sql(source, statement)
    for (const statement of NUMBERED[to] ?? []) await sql(target, statement)
    for (const table of FILLED) await sql(source, rowsOf(table, from))
    await copyDatabase({ from: { database: source.options }, to: { database: target.options }, logger, now })
    const opened = await openDatabase(target.options, { tablePrefix: 'parakh_', logger })
    const { knex } = opened
    for (const table of [...FILLED, 'empty'])
      await knex(`parakh_acme_${table}`).insert({
        note: 'new',
        ...(to === 'sqlite3' && table === 'own' && { key: 'k8' }),
      })
    const ids = async (table: string) => (await knex(`parakh_acme_${table}`).where({ note: 'new' }).first('id'))?.id
    for (const table of FILLED.filter((name) => to === 'pg' || name !== 'own'))
      expect([table, Number(await ids(table))]).toEqual([table, 8])
    expect(Number(await ids('empty'))).toBe(1)
    expect(await knex('parakh_acme_computed').where({ note: 'new' }).first('twice')).toEqual({ twice: 'newnew' })
    await opened.close()
  })
})

it('keeps the numbers of rows that were deleted before the copy', async () => {
  const [source, target] = [await made(makePostgres), await made(makeSqlite)]
  await sql(source, NUMBERED['pg']?.[0] ?? '')
  await sql(target, 'create table parakh_acme_serial (id integer primary key autoincrement, note text)')
  await sql(source, "insert into parakh_acme_serial (note) values ('a'), ('b'), ('c')")
  await sql(source, 'delete from parakh_acme_serial where id > 1')
  await copyDatabase({ from: { database: source.options }, to: { database: target.options }, logger, now })
  const { knex, close } = await openDatabase(target.options, { tablePrefix: 'parakh_', logger })
  await knex('parakh_acme_serial').insert({ note: 'new' })
  expect(await knex('parakh_acme_serial').where({ note: 'new' }).first('id')).toEqual({ id: 4 })
  await close()
})

it('repairs a database that an earlier release copied, when it is migrated', async () => {
  const target = await made(makePostgres)
  await sql(target, NUMBERED['pg']?.[0] ?? '')
  await sql(target, rowsOf('serial', 'pg'))
  await sql(target, "delete from parakh_migration where name = '0014-sequences-after-copy'")
  const store = await openStore(target)
  await store.migrate()
  await store.close()
  const { knex, close } = await openDatabase(target.options, { tablePrefix: 'parakh_', logger })
  await knex('parakh_acme_serial').insert({ note: 'new' })
  expect(Number((await knex('parakh_acme_serial').where({ note: 'new' }).first('id')).id)).toBe(8)
  await close()
})
