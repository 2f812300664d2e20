import type { BatchChanges, BatchState, OperationResult } from '@parakh/core'
import type { OpenedDatabase } from '../../connection/database.ts'
import { SqliteConnection, type SqliteStatement } from '../../connection/sqlite-connection.ts'
import { errorCode } from '../../connection/trouble.ts'
import { type StateRows, toBatchState } from '../batch/batch-state.ts'
import type { BatchEngine, Guessing, ReadState } from '../batch/engine.ts'
import type { Footprint } from '../batch/footprint.ts'
import { Mirror } from '../batch/mirror.ts'
import { type PackedChanges, packChanges, packExtras, packGuess, packResponses } from '../batch/packed-changes.ts'
import { AUTOMATIC_CHECKPOINT_PAGES, Checkpoints } from './checkpoints.ts'
import { sqliteReadSql } from './read-sql.ts'
import { INSERT_CHANGES, INSERT_EXTRAS, INSERT_GUESS, sqliteWriteSchema } from './write-sql.ts'

/** Busy, or something outside that may be mended: a full disk, a file that cannot be reached for now. */
const RETRYABLE = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_NOMEM',
])

/** What this connection keeps of the file: the last page of each index of five hundred busy wallets, and what a batch changes. */
const CACHE_KIB = 4_096

interface Statements {
  readonly begin: SqliteStatement
  readonly read: SqliteStatement
  readonly changes: SqliteStatement
  readonly guess: SqliteStatement
  readonly extras: SqliteStatement
  readonly commit: SqliteStatement
  readonly rollback: SqliteStatement
}

/**
 * Batches on SQLite: a connection of their own with statements that stay prepared, four hops a batch (begin, read, write,
 * commit), five with events, jobs, credits or records. `begin immediate` is the lock. Calls of wallets that are remembered take one
 * hop: decided on the mirror, and written by a statement that refuses where it is stale.
 *
 * @param database Migrated.
 */
export async function openSqliteEngine(database: OpenedDatabase & { readonly filename: string }): Promise<BatchEngine> {
  const session = await RenewedSession.open(database)
  const mirror = new Mirror()
  return {
    lanes: 1,
    guess: async (guessing) => guess(await session.opened(), mirror, guessing),
    async run(_, work) {
      const { statements, checkpoints } = await session.opened()
      const seen = new Seen()
      await statements.begin.all()
      try {
        const { results, changes } = await work(readerOf(statements, seen))
        await write(statements, changes)
        const committed = statements.commit.all()
        checkpoints.follow(results.length)
        await committed
        seen.remember(mirror, changes)
        return results
      } catch (error) {
        mirror.forget()
        await session.rollback()
        throw error
      }
    },
    isRetryable: isRetryableSqlite,
    close: () => session.close(),
  }
}

/**
 * A connection with its statements, and a new one after a rollback that failed: what was left open would take in the next batch, and
 * what is told as done would not be committed. Closing ends any transaction.
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
    await left?.checkpoints.idle()
    await left?.connection.close()
  }
}

interface Session {
  readonly connection: SqliteConnection
  readonly statements: Statements
  readonly checkpoints: Checkpoints
}

async function openSession(database: OpenedDatabase & { readonly filename: string }): Promise<Session> {
  const connection = await SqliteConnection.open(database.filename)
  try {
    await connection.exec(
      `pragma cache_size = -${CACHE_KIB}; pragma wal_autocheckpoint = ${AUTOMATIC_CHECKPOINT_PAGES}`,
    )
    await connection.exec(sqliteWriteSchema(database))
    const statements = await prepareAll(connection, sqliteReadSql(database))
    const checkpoints = new Checkpoints(await connection.prepare('pragma wal_checkpoint(passive)'))
    return { connection, statements, checkpoints }
  } catch (error) {
    await connection.close()
    throw error
  }
}

/** Whether the database was busy or away rather than the statement wrong. */
export const isRetryableSqlite = (error: unknown): boolean => RETRYABLE.has(errorCode(error))

async function prepareAll(connection: SqliteConnection, readSql: string): Promise<Statements> {
  return {
    begin: await connection.prepare('begin immediate'),
    read: await connection.prepare(readSql),
    changes: await connection.prepare(INSERT_CHANGES),
    guess: await connection.prepare(INSERT_GUESS),
    extras: await connection.prepare(INSERT_EXTRAS),
    commit: await connection.prepare('commit'),
    rollback: await connection.prepare('rollback'),
  }
}

/** What a transaction read, for the mirror once it is committed. */
class Seen {
  readonly #states: BatchState[] = []
  #dataVersion: number | null = null

  read(rows: StateRows, dataVersion: number): void {
    this.#states.push(toBatchState(rows))
    this.#dataVersion = dataVersion
  }
  remember(mirror: Mirror, changes: BatchChanges): void {
    if (this.#dataVersion === null) return
    for (const state of this.#states) mirror.learn(state, this.#dataVersion)
    mirror.apply(changes)
  }
}

/** Decides on the mirror and writes in one guarded statement, which is a transaction by itself. */
async function guess(
  { statements, checkpoints }: Session,
  mirror: Mirror,
  { operations, decide }: Guessing,
): Promise<readonly OperationResult[] | null> {
  const decided = mirror.decide(operations, decide)
  if (!decided) return null
  const { results, changes } = decided
  const packed = packGuess(changes)
  if (!packed) return null
  try {
    const written = statements.guess.all([mirror.readAt, ...bindChanges(packed)])
    checkpoints.follow(operations.length)
    await written
  } catch (error) {
    mirror.forget()
    // Stale, or a claim that somebody held before: read, and decide on that.
    if (errorCode(error) === 'SQLITE_CONSTRAINT') return null
    throw error
  }
  mirror.apply(changes)
  return results
}

const readerOf =
  (statements: Statements, seen: Seen): ReadState =>
  async ({ wallets, keys, claims, uniqueKeys, calls, credits, records, at, counters }: Footprint) => {
    const lists = [wallets, keys, claims, calls, credits, records].map((list) => JSON.stringify(list))
    const [row] = await statements.read.all<{ state: string }>([
      ...lists,
      at,
      JSON.stringify(counters),
      JSON.stringify(uniqueKeys),
    ])
    if (!row) throw new TypeError('the read of a batch gave no row')
    const { dataVersion, ...rows } = JSON.parse(row.state) as StateRows & { dataVersion: number }
    seen.read(rows, dataVersion)
    return rows
  }

async function write(statements: Statements, changes: BatchChanges): Promise<void> {
  const packed = packChanges(changes)
  if (packed) await statements.changes.all(bindChanges(packed))
  const extras = packExtras(changes)
  if (!extras) return
  const { inputs, credits, events, jobs, records, recordKeys, counters } = extras
  await statements.extras.all([inputs, credits, events, jobs, records, recordKeys, counters])
}

function bindChanges(packed: PackedChanges) {
  const { wallets, windows, callsAdded, callsChanged, callsFreed, responses, entries, usage, consents } = packed
  return [wallets, windows, callsAdded, callsChanged, callsFreed, ...packResponses(responses), entries, usage, consents]
}
