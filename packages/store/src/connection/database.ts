import type { Knex } from 'knex'
import type { CommittedEvents } from './committed-events.ts'
import type { Revisions } from './revisions.ts'
import type { StorageState } from './storage-state.ts'
import type { Turns } from './turns.ts'

/** The two engines. */
export type Dialect = 'sqlite3' | 'pg'

/** What every part of the store works on. Counted numbers of PostgreSQL may come as text: read them with `Number(…)`. */
export interface Database {
  readonly knex: Knex
  readonly dialect: Dialect
  /** A table's name with the prefix of this store. */
  table(name: string): string
  /**
   * Runs a cold write in a transaction that holds SQLite's write lock from its first statement, one at a time in a process;
   * on PostgreSQL an ordinary READ COMMITTED transaction. Not to be nested.
   */
  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  readonly revisions: Revisions
  readonly events: CommittedEvents
}

/** A database that was opened, with what only the parts that open and close it need. */
export interface OpenedDatabase extends Database {
  /** The database file; null on PostgreSQL. */
  readonly filename: string | null
  /** Whether what is written is kept. */
  readonly storage: StorageState
  /** Writers of this process take turns, so that none starves behind SQLite's lock. */
  readonly writers: Turns
  /** Closes what was opened here; an injected knex stays open. */
  close(): Promise<void>
}
