import type { BatchChanges, BillingOperation, Decide, OperationResult } from '@parakh/core'
import type { OpenedDatabase } from '../../connection/database.ts'
import { errorCode } from '../../connection/error-facts.ts'
import { isRetryableSqlite } from '../../connection/retryable-sqlite.ts'
import { SqliteConnection, type SqliteStatement } from '../../connection/sqlite-connection.ts'
import { type StateRows, toBatchState } from '../batch/batch-state.ts'
import type { BatchEngine } from '../batch/engine.ts'
import { type Footprint, footprintOf, footprintValues } from '../batch/footprint.ts'
import { changesValues, EXTRAS, hasChanges, packExtras } from '../batch/packed-changes.ts'
import { readState } from '../batch/read-state.ts'
import { sqliteReadSql } from './read-sql.ts'
import { INSERT_CHANGES, INSERT_EXTRAS, INSERT_IF_CURRENT, sqliteWriteSchema } from './write-sql.ts'
import { WriteThroughCache } from './write-through-cache.ts'

/** Page cache of this connection: the last page of each index of five hundred busy wallets, and what a batch changes. */
const CACHE_KIB = 4_096

interface Statements {
  readonly begin: SqliteStatement
  readonly read: SqliteStatement
  readonly changes: SqliteStatement
  readonly changesIfCurrent: SqliteStatement
  readonly extras: SqliteStatement
  readonly commit: SqliteStatement
  readonly rollback: SqliteStatement
}

/** What an engine of SQLite is made from. */
export interface SqliteEngineOptions {
  /** Migrated. */
  readonly database: OpenedDatabase & { readonly filename: string }
  readonly decide: Decide
  /** Empty unless given. */
  readonly cache?: WriteThroughCache
}

/**
 * Batches on SQLite: a connection of their own with statements that stay prepared. Each statement is a hop between threads, so a batch of
 * calls whose wallets and keys are cached is one statement: decided on the cache, and written unless another connection has committed since.
 * Any other batch takes four: begin, read, write, commit; five with events, jobs, credits or records. `begin immediate` is the lock.
 */
export async function openSqliteEngine(options: SqliteEngineOptions): Promise<BatchEngine> {
  const { database, decide, cache = new WriteThroughCache() } = options
  const session = await RenewedSession.open(database)
  return {
    async run({ operations }) {
      const { statements } = await session.opened()
      const work = { operations, decide, cache }
      const written = await writeOptimistically(statements, work)
      if (written) return written
      await statements.begin.all()
      try {
        return await readDecideWrite(statements, work)
      } catch (error) {
        cache.clear()
        await session.rollback()
        throw error
      }
    },
    isRetryable: isRetryableSqlite,
    close: () => session.close(),
  }
}

/**
 * A connection with its statements, replaced after a rollback that failed: the next batch would run within the transaction that was left
 * open, and be acknowledged without a commit. Closing ends any transaction.
 */
class RenewedSession {
  #open: Session | null
  #stuck = false

  private constructor(
    private readonly database: OpenedDatabase & { readonly filename: string },
    first: Session,
  ) {
    this.#open = first
  }
  static async open(database: OpenedDatabase & { readonly filename: string }): Promise<RenewedSession> {
    return new RenewedSession(database, await openSession(database))
  }

  async opened(): Promise<Session> {
    if (this.#stuck) await this.close()
    this.#open ??= await openSession(this.database)
    this.#stuck = false
    return this.#open
  }
  async rollback(): Promise<void> {
    try {
      await this.#open?.statements.rollback.all()
    } catch (error) {
      // Some errors have rolled back already.
      this.#stuck = !(error instanceof Error && error.message.includes('no transaction is active'))
    }
  }
  async close(): Promise<void> {
    const left = this.#open
    this.#open = null
    await left?.connection.close()
  }
}

interface Session {
  readonly connection: SqliteConnection
  readonly statements: Statements
}

async function openSession(database: OpenedDatabase & { readonly filename: string }): Promise<Session> {
  const connection = await SqliteConnection.open(database.filename)
  try {
    await connection.exec(`pragma cache_size = -${CACHE_KIB}`)
    await connection.exec(sqliteWriteSchema(database))
    const statements = await prepareAll(connection, sqliteReadSql(database))
    return { connection, statements }
  } catch (error) {
    await connection.close()
    throw error
  }
}

async function prepareAll(connection: SqliteConnection, readSql: string): Promise<Statements> {
  return {
    begin: await connection.prepare('begin immediate'),
    read: await connection.prepare(readSql),
    changes: await connection.prepare(INSERT_CHANGES),
    changesIfCurrent: await connection.prepare(INSERT_IF_CURRENT),
    extras: await connection.prepare(INSERT_EXTRAS),
    commit: await connection.prepare('commit'),
    rollback: await connection.prepare('rollback'),
  }
}

interface Work {
  readonly operations: readonly BillingOperation[]
  readonly decide: Decide
  readonly cache: WriteThroughCache
}
type Results = readonly OperationResult[]

/**
 * Decides on the cache and writes in one statement, which is a transaction by itself.
 *
 * @returns Null where the batch has to be read; nothing is written then.
 */
async function writeOptimistically(
  statements: Statements,
  { operations, decide, cache }: Work,
): Promise<Results | null> {
  const decided = cache.decide(operations, decide)
  if (!decided) return null
  const { results, changes } = decided
  // Extras take a second statement. Where nothing is written, nothing proves that the cache is current.
  if (packExtras(changes) || !hasChanges(changes)) return null
  try {
    await statements.changesIfCurrent.all([cache.dataVersion, ...changesValues(changes)])
  } catch (error) {
    cache.clear()
    // Stale, or a request id that a call which is not cached has claimed: read, and decide on that.
    if (errorCode(error) === 'SQLITE_CONSTRAINT') return null
    throw error
  }
  cache.apply(changes)
  return results
}

/** Within a transaction that has the write lock; commits it. */
async function readDecideWrite(statements: Statements, { operations, decide, cache }: Work): Promise<Results> {
  const { dataVersion, ...rows } = await readState((asked) => read(statements, asked), footprintOf(operations))
  const state = toBatchState(rows)
  const { results, changes } = decide(state, operations)
  await write(statements, changes)
  await statements.commit.all()
  cache.add(state, dataVersion)
  cache.apply(changes)
  return results
}

async function read(statements: Statements, footprint: Footprint): Promise<StateRows & { dataVersion: number }> {
  const [row] = await statements.read.all<{ state: string }>(footprintValues(footprint))
  if (!row) throw new TypeError('the read of a batch gave no row')
  return JSON.parse(row.state)
}

async function write(statements: Statements, changes: BatchChanges): Promise<void> {
  if (hasChanges(changes)) await statements.changes.all(changesValues(changes))
  const extras = packExtras(changes)
  if (extras) await statements.extras.all(EXTRAS.map((name) => extras[name]))
}
