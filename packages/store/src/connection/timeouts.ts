/** How long PostgreSQL, and the way to it, may take. Whole milliseconds. */
export interface DatabaseTimeouts {
  /** One statement outside a batch: reads of a call, commands. Longer work (a migration, `ledger verify`) sets its own. */
  readonly statementMs: number
  /** Waiting for another transaction's lock, outside a batch. */
  readonly lockMs: number
  /** A transaction that nobody goes on with, such as that of a process that was stopped: the server ends it, and its locks with it. */
  readonly idleInTransactionMs: number
  /** Opening a connection. */
  readonly connectMs: number
  /** Waiting for a connection of the pool. */
  readonly acquireMs: number
}

/**
 * What holds unless it is given. A call gives its admit and its settle 5 s each, so whatever one of them waits for ends before: a pool
 * that is used up, a server that does not answer, and the transaction of a stopped process, on whose wallets all others wait.
 */
export const DATABASE_TIMEOUTS: DatabaseTimeouts = {
  statementMs: 15_000,
  lockMs: 5_000,
  idleInTransactionMs: 5_000,
  connectMs: 3_000,
  acquireMs: 3_000,
}

/** When a connection has nothing to do, how soon it is found out that the other end is gone. */
export const KEEP_ALIVE_AFTER_MS = 10_000

/** Statements that set the limits on a connection. Sent after it is made: not every pooler takes them as parameters of its start. */
export const timeoutStatements = ({ statementMs, lockMs, idleInTransactionMs }: DatabaseTimeouts): string =>
  `set statement_timeout = ${statementMs}; set lock_timeout = ${lockMs};
    set idle_in_transaction_session_timeout = ${idleInTransactionMs}`
