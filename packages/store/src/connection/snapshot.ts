import type { Knex } from 'knex'
import type { Database, Dialect } from './database.ts'

/** One unchanging view of the database, and the tables' names in it. */
export interface Snapshot {
  readonly transaction: Knex.Transaction
  readonly dialect: Dialect
  table(name: string): string
}

/** Reads all from one snapshot, while others go on writing. */
export async function inSnapshot<T>(database: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { knex, dialect, table } = database
  const run = async (transaction: Knex.Transaction): Promise<T> => {
    // Checks read as much as there is, and hash files meanwhile: the limits of calls are not theirs.
    if (dialect === 'pg')
      await transaction.raw('set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0')
    return await work({ transaction, dialect, table: (name) => table(name) })
  }
  // SQLite has one isolation: its snapshot begins with the first read.
  if (dialect === 'sqlite3') return await knex.transaction(run)
  return await knex.transaction(run, { isolationLevel: 'repeatable read', readOnly: true })
}

/** As {@link inSnapshot}, for checks: what they look up of their rows they look up by an index, and do not read whole tables for it. */
export const inCheckSnapshot = <T>(database: Database, work: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  inSnapshot(database, async (snapshot) => {
    if (snapshot.dialect === 'pg')
      await snapshot.transaction.raw('set local enable_hashjoin = off; set local enable_mergejoin = off')
    return await work(snapshot)
  })
