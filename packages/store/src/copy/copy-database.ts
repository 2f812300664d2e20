import type { Logger } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database, OpenedDatabase } from '../connection/database.ts'
import type { DatabaseOptions } from '../connection/database-options.ts'
import { openDatabase } from '../connection/open-database.ts'
import { inSnapshot } from '../connection/snapshot.ts'
import { storeErrors } from '../error-codes.ts'
import { COPY_INCOMPLETE } from '../ledger/money-switch.ts'
import { refuseServed } from '../serving/serve-lock.ts'
import { monthOf } from '../usage/months.ts'
import { addMonth } from '../usage/partitions.ts'
import { readRows } from './read-rows.ts'
import { RowDigest } from './row-digest.ts'
import { readSequences, tablesOf, writeSequences } from './tables.ts'

/** One of the two databases. */
export interface CopyEnd {
  readonly database: DatabaseOptions
  /** `parakh_` unless given. */
  readonly tablePrefix?: string
}

/** How a database is copied. */
export interface CopyOptions {
  readonly from: CopyEnd
  /** Migrated; empty, or left by a copy that was interrupted. */
  readonly to: CopyEnd
  readonly logger: Logger
  /** The time of day, in milliseconds. */
  now(): number
  /** Told after some hundred rows, with all rows that were read so far. */
  progress?(table: string, rows: number): void
}

/** What was copied. */
export interface CopiedDatabase {
  readonly tables: number
  readonly rows: number
}

const MONEY = 'money_state'
/** What must be empty in a database that nothing was copied to. */
const FIRST_ROWS = ['account', 'ledger_entry', 'audit']

/**
 * Copies every row of one database into another one, whichever engine each has, from one snapshot. Run again after an interruption, it
 * goes on. Until all is copied and compared, the new database is in recovery mode. A SQLite source takes no write meanwhile.
 *
 * @throws `DATABASE_IN_USE` while a server serves the SQLite source; `DATABASE_COPY_NOT_EMPTY`, `DATABASE_COPY_TABLES_MISSING`,
 *   `DATABASE_COPY_DIFFERS`.
 * @example
 * await copyDatabase({ from: { database: file }, to: { database: postgres }, logger, now: Date.now })
 */
export async function copyDatabase(options: CopyOptions): Promise<CopiedDatabase> {
  const { logger } = options
  const open = ({ database, tablePrefix = 'parakh_' }: CopyEnd) => openDatabase(database, { tablePrefix, logger })
  await using from = closing(await open(options.from))
  await using to = closing(await open(options.to))
  return await inSourceSnapshot(from.database, options, (transaction) =>
    copyAll({ from: from.database, transaction, to: to.database, options }),
  )
}

const closing = (database: OpenedDatabase) => ({ database, [Symbol.asyncDispose]: () => database.close() })

/** SQLite: the write lock is held, so that nothing is written that the copy does not have. PostgreSQL: others go on writing. */
async function inSourceSnapshot<T>(
  database: Database,
  { now }: CopyOptions,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  if (database.dialect === 'pg') return await inSnapshot(database, ({ transaction }) => work(transaction))
  return await database.write(async (transaction) => {
    await refuseServed(transaction, database, { at: now() })
    return await work(transaction)
  })
}

interface Copying {
  readonly from: Database
  readonly transaction: Knex.Transaction
  readonly to: Database
  readonly options: CopyOptions
}

async function copyAll(copying: Copying): Promise<CopiedDatabase> {
  const { from, transaction, to, options } = copying
  const places = new Map((await tablesOf(to)).map((table) => [table.name, table]))
  const source = (await tablesOf(from, transaction)).filter(({ name }) => name !== MONEY)
  const missing: string[] = []
  for (const { name } of source)
    if (!places.has(name) && (await transaction(from.table(name)).first())) missing.push(name)
  if (missing.length > 0) throw storeErrors.error('DATABASE_COPY_TABLES_MISSING', { tables: missing.join(', ') })
  await begin(to, options.now())
  let [tables, rows] = [0, 0]
  for (const { name } of source) {
    const place = places.get(name)
    if (!place) continue
    rows += await copyTable(copying, place, (read) => options.progress?.(name, rows + read))
    tables += 1
  }
  await writeSequences(to, await readSequences(from, transaction))
  await end(copying)
  return { tables, rows }
}

/** Stops paid calls in the new database before its first row is there. @throws `DATABASE_COPY_NOT_EMPTY` */
async function begin(to: Database, at: number): Promise<void> {
  const { knex, table } = to
  const money: { mode?: string; reason?: string } | undefined = await knex(table(MONEY)).first('mode', 'reason')
  if (money?.reason === COPY_INCOMPLETE) return
  for (const name of FIRST_ROWS)
    if (await knex(table(name)).first()) throw storeErrors.error('DATABASE_COPY_NOT_EMPTY', { table: name })
  // What migrations have put in is as new as the database: that of the source stands in its place.
  for (const { name } of [...(await tablesOf(to))].reverse())
    if (name !== MONEY && (await knex(table(name)).first())) await knex(table(name)).delete()
  await knex(table(MONEY)).update({ mode: 'recovery', reason: COPY_INCOMPLETE, since: at })
}

/** Whether money moves is said last, as the source says it. */
async function end({ from, transaction, to }: Copying): Promise<void> {
  const { id, ...money } = (await transaction(from.table(MONEY)).first()) ?? {}
  await to.knex(to.table(MONEY)).where({ id }).update(money)
}

/** @returns How many rows the table has. @throws `DATABASE_COPY_DIFFERS` */
async function copyTable(
  { from, transaction, to }: Copying,
  { name, unique }: { readonly name: string; readonly unique: boolean },
  progress: (read: number) => void,
): Promise<number> {
  const place = to.table(name)
  // Without a unique index an interrupted copy would double rows.
  if (!unique) await to.knex(place).delete()
  if (name === 'usage' && to.dialect === 'pg') await addMonths({ from, transaction, to })
  const [read, kept] = [new RowDigest(), new RowDigest()]
  const isThere = await sameCount({ from, transaction, to }, name)
  for await (const rows of readRows(from, transaction, name)) {
    for (const row of rows) read.add(row)
    if (!isThere) {
      const insert = to.knex(place).insert([...rows])
      await (unique ? insert.onConflict().ignore() : insert)
    }
    progress(read.rows)
  }
  await inSnapshot(to, async (snapshot) => {
    for await (const rows of readRows(to, snapshot.transaction, name)) for (const row of rows) kept.add(row)
  })
  if (kept.value !== read.value)
    throw storeErrors.error('DATABASE_COPY_DIFFERS', { table: name, rows: kept.rows, expected: read.rows })
  return read.rows
}

async function sameCount({ from, transaction, to }: Omit<Copying, 'options'>, name: string): Promise<boolean> {
  const counts = await Promise.all(
    [transaction(from.table(name)), to.knex(to.table(name))].map((rows) => rows.count({ rows: '*' }).first()),
  )
  const [before, after] = counts.map((count) => Number(count?.['rows']))
  return before === after
}

/** A month's partition for each month that has usage: what falls into the default one is moved at a high cost later. */
async function addMonths({ from, transaction, to }: Omit<Copying, 'options'>): Promise<void> {
  const bounds: { first?: unknown; last?: unknown } | undefined = await transaction(from.table('usage'))
    .min({ first: 'at' })
    .max({ last: 'at' })
    .first()
  if (bounds?.first === null || bounds?.first === undefined) return
  for (let later = 0; ; later += 1) {
    const month = monthOf(Number(bounds.first), later)
    if (month.from > Number(bounds.last)) return
    await addMonth(to, month)
  }
}
