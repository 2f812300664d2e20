import type { BatchChanges } from '@parakh/core'
import type { OpenedDatabase } from '../../connection/database.ts'
import { SqliteConnection, type SqliteStatement } from '../../connection/sqlite-connection.ts'
import type { StateRows } from '../batch/batch-state.ts'
import type { BatchEngine, BatchTransaction } from '../batch/engine.ts'
import type { Footprint } from '../batch/footprint.ts'
import { type PackedChanges, packChanges, packExtras } from '../batch/packed-changes.ts'
import { errorCode } from '../batch/retry.ts'
import { sqliteReadSql } from './read-sql.ts'
import { INSERT_CHANGES, INSERT_EXTRAS, sqliteWriteSchema } from './write-sql.ts'

/** Busy, or something outside that may be mended: a full disk, a file that cannot be reached for now. */
const RETRYABLE = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_NOMEM',
])

interface Statements {
  readonly begin: SqliteStatement
  readonly read: SqliteStatement
  readonly changes: SqliteStatement
  readonly extras: SqliteStatement
  readonly commit: SqliteStatement
  readonly rollback: SqliteStatement
}

/**
 * Batches on SQLite: a connection of their own with statements that stay prepared, four hops a batch (begin, read, write,
 * commit), five with events, jobs, credits or records. `begin immediate` is the lock.
 *
 * @param database Migrated.
 */
export async function openSqliteEngine(database: OpenedDatabase & { readonly filename: string }): Promise<BatchEngine> {
  const connection = await SqliteConnection.open(database.filename)
  await connection.exec(sqliteWriteSchema(database))
  const statements = await prepareAll(connection, sqliteReadSql(database))
  const transaction = transactionOf(statements)
  return {
    lanes: 1,
    async run(_, work) {
      await statements.begin.all()
      try {
        const result = await work(transaction)
        await statements.commit.all()
        return result
      } catch (error) {
        // Some errors have rolled back already; what matters is that no transaction stays open.
        await statements.rollback.all().catch(() => undefined)
        throw error
      }
    },
    isRetryable: isRetryableSqlite,
    close: () => connection.close(),
  }
}

/** Whether the database was busy or away rather than the statement wrong. */
export const isRetryableSqlite = (error: unknown): boolean => RETRYABLE.has(errorCode(error))

async function prepareAll(connection: SqliteConnection, readSql: string): Promise<Statements> {
  return {
    begin: await connection.prepare('begin immediate'),
    read: await connection.prepare(readSql),
    changes: await connection.prepare(INSERT_CHANGES),
    extras: await connection.prepare(INSERT_EXTRAS),
    commit: await connection.prepare('commit'),
    rollback: await connection.prepare('rollback'),
  }
}

const transactionOf = (statements: Statements): BatchTransaction => ({
  async read({ wallets, keys, claims, calls, credits, records }: Footprint) {
    const lists = [wallets, keys, claims, calls, credits, records].map((list) => JSON.stringify(list))
    const [row] = await statements.read.all<{ state: string }>(lists)
    if (!row) throw new TypeError('the read of a batch gave no row')
    return JSON.parse(row.state) as StateRows
  },
  async write(changes: BatchChanges) {
    const packed = packChanges(changes)
    if (packed) await statements.changes.all(bindChanges(packed))
    const extras = packExtras(changes)
    if (!extras) return
    const { inputs, credits, events, jobs, records, recordKeys } = extras
    await statements.extras.all([inputs, credits, events, jobs, records, recordKeys])
  },
})

function bindChanges(packed: PackedChanges) {
  const { wallets, windows, callsAdded, callsChanged, callsFreed, responses, entries, usage, consents } = packed
  let offset = 1
  const cuts = responses.map(({ reference, body }) => {
    const cut = [reference, offset, body.length]
    offset += body.length
    return cut
  })
  const bodies = Buffer.concat(responses.map(({ body }) => body))
  return [
    wallets,
    windows,
    callsAdded,
    callsChanged,
    callsFreed,
    JSON.stringify(cuts),
    bodies,
    entries,
    usage,
    consents,
  ]
}
