import type { Logger } from '@parakh/core'
import type { Knex } from 'knex'
import type { Database, OpenedDatabase } from '../connection/database.ts'
import type { DatabaseOptions } from '../connection/database-options.ts'
import { databaseRefusal } from '../connection/database-refusal.ts'
import { openDatabase } from '../connection/open-database.ts'
import { raiseSequences, readNumberedColumns } from '../connection/sequences.ts'
import { inSnapshot } from '../connection/snapshot.ts'
import { storeErrors } from '../error-codes.ts'
import { COPY_INCOMPLETE } from '../ledger/money-switch.ts'
import { refuseServed } from '../serving/serve-lock.ts'
import { monthOf } from '../usage/months.ts'
import { addMonth } from '../usage/partitions.ts'
import { readRows } from './read-rows.ts'
import { type CopiedRow, RowDigest } from './row-digest.ts'
import { type CopiedTable, tablesOf } from './tables.ts'

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
 *   `DATABASE_COPY_DIFFERS`, `OPERATION_REFUSED`.
 * @example
 * await copyDatabase({ from: { database: file }, to: { database: postgres }, logger, now: Date.now })
 */
export async function copyDatabase(options: CopyOptions): Promise<CopiedDatabase> {
  const { logger } = options
  const open = ({ database, tablePrefix = 'parakh_' }: CopyEnd) => openDatabase(database, { tablePrefix, logger })
  await using from = closing(await open(options.from))
  await using to = closing(await open(options.to))
  try {
    return await inSourceSnapshot(from.database, options, (transaction) =>
      copyAll({ from: from.database, transaction, to: to.database, options }),
    )
  } catch (error) {
    throw databaseRefusal(error, 'database copy')
  }
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
  await raiseSequences(to, await readNumberedColumns(from, transaction))
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
  target: CopiedTable,
  progress: (read: number) => void,
): Promise<number> {
  const { name, unique } = target
  const place = to.table(name)
  // Without a unique index an interrupted copy would double rows.
  if (!unique) await to.knex(place).delete()
  if (name === 'usage' && to.dialect === 'pg') await addMonths({ from, transaction, to })
  const [read, kept] = [new RowDigest(), new RowDigest()]
  const isThere = await sameCount({ from, transaction, to }, name)
  for await (const rows of readRows(from, transaction, name)) {
    for (const row of rows) read.add(row)
    if (!isThere) await insertRows(to, target, rows)
    progress(read.rows)
  }
  await inSnapshot(to, async (snapshot) => {
    for await (const rows of readRows(to, snapshot.transaction, name)) for (const row of rows) kept.add(row)
  })
  if (kept.value !== read.value)
    throw storeErrors.error('DATABASE_COPY_DIFFERS', { table: name, rows: kept.rows, expected: read.rows })
  return read.rows
}

/** Inserts rows with the numbers that they have. Rows that an interrupted copy wrote are left as they are. */
async function insertRows(
  { knex, table }: Database,
  { name, unique, computed, alwaysNumbered }: CopiedTable,
  rows: readonly CopiedRow[],
): Promise<void> {
  const written = (row: CopiedRow): CopiedRow =>
    computed.length === 0
      ? row
      : Object.fromEntries(Object.entries(row).filter(([column]) => !computed.includes(column)))
  const insert = knex(table(name)).insert(rows.map(written))
  if (unique) insert.onConflict().ignore()
  if (!alwaysNumbered) return void (await insert)
  const { sql, bindings } = insert.toSQL()
  await knex.raw(sql.replace(') values (', ') overriding system value values ('), [...bindings])
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
