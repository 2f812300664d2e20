import { errorCode } from './error-facts.ts'

/** Busy, or a fault of the system that may be repaired: a full disk, an unreachable file. */
const RETRYABLE = new Set([
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
  'SQLITE_FULL',
  'SQLITE_IOERR',
  'SQLITE_CANTOPEN',
  'SQLITE_NOMEM',
])

/** Whether the database was busy or unavailable rather than the statement wrong. */
export const isRetryableSqlite = (error: unknown): boolean => RETRYABLE.has(errorCode(error))
