import type { Database } from '../../connection/database.ts'
import { lockedSql, lockSql, readSql } from './read-sql.ts'
import { changesSql, extrasSql } from './write-sql.ts'

/** A statement that each connection prepares once. */
export interface Statement {
  /** On the connection. It has the prefix of the tables, because one pool may serve several stores. */
  readonly name: string
  /** In the log. */
  readonly label: string
  readonly text: string
}

/** The statements of a batch. */
export interface Statements {
  readonly lock: Statement
  readonly read: Statement
  readonly changes: Statement
  readonly extras: Statement
  readonly locked: Statement
}

/** The statements on the tables of a database. */
export function batchStatements(database: Pick<Database, 'table'>): Statements {
  const statement = (label: string, text: string): Statement => ({ name: database.table(label), label, text })
  return {
    lock: statement('batch_lock', lockSql(database)),
    read: statement('batch_read', readSql(database)),
    changes: statement('batch_changes', changesSql(database)),
    extras: statement('batch_extras', extrasSql(database)),
    locked: statement('batch_locked', lockedSql(database)),
  }
}

/**
 * Begins a batch. Its generic plans are used for many batches, so they must suit all of them: every list is looked up by index.
 *
 * @param replan Whether the connection plans its statements again (decision 0064).
 */
export const beginSql = (lockWaitMs: number, replan: boolean): string =>
  `${replan ? 'discard plans; ' : ''}begin; set local lock_timeout = ${lockWaitMs}; set local statement_timeout = '4s';
  set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off; set local enable_hashjoin = off;
  set local enable_mergejoin = off`
