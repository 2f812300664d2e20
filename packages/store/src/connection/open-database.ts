import { access, mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isParakhError, type Logger } from '@parakh/core'
import createKnex, { type Knex } from 'knex'
import { storeErrors } from '../error-codes.ts'
import { CommittedEvents } from './committed-events.ts'
import type { Dialect, OpenedDatabase } from './database.ts'
import type { DatabaseOptions } from './database-options.ts'
import { errorCode, troubleFacts } from './error-facts.ts'
import { makeDatabasePrivate } from './private-file.ts'
import { Revisions } from './revisions.ts'
import { SQLITE_PRAGMAS } from './sqlite-connection.ts'
import { StorageState } from './storage-state.ts'
import { DATABASE_TIMEOUTS, KEEP_ALIVE_AFTER_MS, timeoutStatements } from './timeouts.ts'
import { Turns } from './turns.ts'

const PREFIX = /^[a-z][a-z0-9_]{0,23}$/
const BIGINT_OID = 20

/** What opening a database takes besides. */
export interface OpenOptions {
  /** Stands before every table's name. */
  readonly tablePrefix: string
  readonly logger: Logger
}

/**
 * Opens the database and makes sure that it answers.
 *
 * @throws `DATABASE_UNAVAILABLE`, `DATABASE_UNSUPPORTED`, `TABLE_PREFIX_INVALID`
 */
export async function openDatabase(
  options: DatabaseOptions,
  { tablePrefix, logger }: OpenOptions,
): Promise<OpenedDatabase> {
  if (!PREFIX.test(tablePrefix)) throw storeErrors.error('TABLE_PREFIX_INVALID', { prefix: tablePrefix })
  const injected = 'knex' in options
  const knex = injected ? options.knex : await connect(options, logger)
  const dialect = dialectOf(knex)
  const close = async (): Promise<void> => {
    if (!injected) await knex.destroy()
  }
  try {
    await knex.raw('select 1')
  } catch (cause) {
    await close()
    throw unavailable(dialect, cause)
  }
  const table = (name: string): string => `${tablePrefix}${name}`
  const writers = new Turns()
  const filename = dialect === 'pg' ? null : 'filename' in options ? options.filename : fileOf(knex)
  const storage = new StorageState(filename)
  const transact = dialect === 'pg' ? writePostgres(knex) : writeSqlite(knex, writers, table('serve_lock'))
  const events = new CommittedEvents()
  const write: OpenedDatabase['write'] = (work) => storage.watch(() => writeAndTell(transact, events, work))
  const revisions = new Revisions({ knex, table })
  return { knex, dialect, table, write, revisions, events, storage, writers, filename, close }
}

const unavailable = (client: string, cause: unknown) =>
  storeErrors.error(
    'DATABASE_UNAVAILABLE',
    { client, detail: cause instanceof Error ? cause.message : String(cause) },
    { cause },
  )

async function connect(options: Exclude<DatabaseOptions, { knex: Knex }>, logger: Logger): Promise<Knex> {
  if (options.client === 'pg') return await connectPostgres(options, logger)
  try {
    if (options.mustExist === true) await requireFile(options.filename)
    else await makeFolder(dirname(options.filename))
    await makeDatabasePrivate(options.filename, logger)
  } catch (cause) {
    throw isParakhError(cause) ? cause : unavailable('sqlite3', cause)
  }
  return createKnex({
    client: 'sqlite3',
    // It is there by now, and is never made again: see OPEN_EXISTING of sqlite-connection.ts.
    connection: { filename: `${pathToFileURL(options.filename).href}?mode=rw`, flags: ['OPEN_URI'] },
    useNullAsDefault: true,
    log: SILENT,
    pool: { min: 0, max: 3, afterCreate: (connection: RawSqlite, done: Done) => setPragmas(connection, done) },
  })
}

/**
 * Makes a folder and those above it, one by one: Node's own `recursive` never ends below a folder that takes none, such as /proc.
 *
 * @throws `DATABASE_UNAVAILABLE`
 */
async function makeFolder(folder: string): Promise<void> {
  const attempt = async (): Promise<string> => await mkdir(folder).then(() => 'made', errorCode)
  let outcome = await attempt()
  if (outcome === 'ENOENT' && dirname(folder) !== folder) {
    await makeFolder(dirname(folder))
    outcome = await attempt()
  }
  if (outcome === 'made' || outcome === 'EEXIST') return
  const detail = `the folder ${folder} cannot be made (${outcome}). Allowed: one below a folder that this user may write to`
  throw storeErrors.error('DATABASE_UNAVAILABLE', { client: 'sqlite3', detail })
}

/** @throws `DATABASE_NOT_FOUND` */
async function requireFile(file: string): Promise<void> {
  const there = await access(file).then(
    () => true,
    () => false,
  )
  if (!there) throw storeErrors.error('DATABASE_NOT_FOUND', { file })
}

const BUSY_WITHIN_MS = 5_000
const BUSY_PAUSE_MS = 20

type Done = (error: Error | null, connection: unknown) => void
interface RawPostgres {
  once(event: 'error', listener: (error: unknown) => void): void
  query(sql: string, done: (error: Error | null) => void): void
}
interface RawSqlite {
  exec(sql: string, done: (error: Error | null) => void): void
}
/** A file that another process is just making into one with a log is busy at once, whatever the timeout: it is asked again for a while. */
function setPragmas(connection: RawSqlite, done: Done, sinceMs = performance.now()): void {
  connection.exec(SQLITE_PRAGMAS, (error) => {
    const again = errorCode(error) === 'SQLITE_BUSY' && performance.now() - sinceMs < BUSY_WITHIN_MS
    if (again) setTimeout(() => setPragmas(connection, done, sinceMs), BUSY_PAUSE_MS)
    else done(error, connection)
  })
}

/** Knex would write texts to standard output that may hold statements and values. What it says it also throws, and that is logged where it is caught. */
const SILENT: Knex.Logger = {
  debug: () => undefined,
  deprecate: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

async function connectPostgres(options: Extract<DatabaseOptions, { client: 'pg' }>, logger: Logger): Promise<Knex> {
  // Loaded where it is used: a server on SQLite has no need of it.
  const { default: pg } = await import('pg')
  const settings =
    typeof options.connection === 'string' ? { connectionString: options.connection } : options.connection
  // Amounts and times stay below 2^53, so they are read as numbers, in this pool only.
  const types = {
    getTypeParser: (oid: number, format: string): ((value: string) => unknown) =>
      oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format === 'binary' ? 'binary' : 'text'),
  }
  const timeouts = { ...DATABASE_TIMEOUTS, ...options.timeouts }
  const own = { application_name: 'parakh', connectionTimeoutMillis: timeouts.connectMs }
  // What does not wait for an answer is sent at once (decision 0037); a client without it waits by itself.
  const pipeline = { pipeline: true }
  const alive = { keepAlive: true, keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS }
  const limits = timeoutStatements(timeouts)
  const afterCreate = (client: RawPostgres, done: Done): void => {
    // A connection that ends under a statement fails that statement; this one has nobody else who would tell.
    client.once('error', (error) => logger.warn('store.connection-lost', troubleFacts(error, 'idle connection')))
    client.query(limits, (error) => done(error, client))
  }
  return createKnex({
    client: 'pg',
    connection: { ...own, ...alive, ...pipeline, ...settings, types },
    pool: { min: 0, max: 10, ...options.pool, afterCreate },
    log: SILENT,
    acquireConnectionTimeout: timeouts.acquireMs,
  })
}

function dialectOf(knex: Knex): Dialect {
  const client: unknown = knex.client.config.client
  const name = typeof client === 'string' ? client : String(knex.client.driverName)
  if (name === 'sqlite3' || name === 'sqlite') return 'sqlite3'
  if (name === 'pg' || name === 'postgres' || name === 'postgresql') return 'pg'
  throw storeErrors.error('DATABASE_UNSUPPORTED', { client: name })
}

function fileOf(knex: Knex): string {
  const filename: unknown = knex.client.connectionSettings?.filename
  if (typeof filename === 'string' && filename !== '' && !filename.includes(':memory:')) return filename
  throw storeErrors.error('DATABASE_UNSUPPORTED', { client: 'sqlite3 in memory' })
}

/** What a transaction wrote of events is told once it is committed. */
async function writeAndTell<T>(
  transact: OpenedDatabase['write'],
  events: CommittedEvents,
  work: (transaction: Knex.Transaction) => Promise<T>,
): Promise<T> {
  let committed: Knex.Transaction | null = null
  const result = await transact((transaction) => {
    committed = transaction
    return work(transaction)
  })
  if (committed) events.committed(committed)
  return result
}

const writePostgres =
  (knex: Knex): OpenedDatabase['write'] =>
  (work) =>
    knex.transaction(work)

/** Knex begins deferred, and such a transaction that turns into a write ignores busy_timeout: so the first statement is a write. */
const writeSqlite =
  (knex: Knex, writers: Turns, anyTable: string): OpenedDatabase['write'] =>
  (work) =>
    writers.take(() =>
      knex.transaction(async (transaction) => {
        await transaction.raw('update ?? set id = id where 0', [anyTable])
        return await work(transaction)
      }),
    )
