import type { LogFacts, ParakhError } from '@parakh/core'
import { storeErrors } from '../error-codes.ts'

/** As PostgreSQL writes it: five characters, a digit among them. `EPIPE` has none. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/
/** The SQLSTATE of a connection that failed, which only its client can tell. */
const CONNECTION_FAILURE = '08006'
const NETWORK = /^E[A-Z]+$/

/** The code of an error of the database or the network; its message may hold values and is left out. */
export function errorCode(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string')
    return error.code
  return error instanceof Error ? error.name : 'unknown'
}

/**
 * What a log line tells of an error of the database: SQLSTATE, the reason where that is none, and the statement that failed. Neither SQL
 * nor values.
 *
 * @param statement What was being done, where the error does not name its statement.
 */
export function troubleFacts(error: unknown, statement: string): LogFacts {
  const named =
    typeof error === 'object' && error !== null && 'statement' in error ? String(error.statement) : statement
  const code = errorCode(error)
  if (SQLSTATE.test(code)) return { sqlstate: code, statement: named }
  const lost = code === 'Error' || NETWORK.test(code)
  return { ...(lost ? { sqlstate: CONNECTION_FAILURE } : {}), reason: reasonOf(code), statement: named }
}

/** `STORE_UNAVAILABLE`, for a database that was busy or away. */
export const troubleError = (cause: unknown, statement: string): ParakhError =>
  storeErrors.error(
    'STORE_UNAVAILABLE',
    { reason: wordsOf(errorCode(cause)) },
    { cause, facts: troubleFacts(cause, statement) },
  )

/** Names the statement that failed, unless one before it on the same connection did. */
export function withStatement(error: unknown, statement: string): unknown {
  if (error instanceof Error && !('statement' in error)) Object.assign(error, { statement })
  return error
}

/** Codes that say what to do. */
const WORDS: Readonly<Record<string, string>> = {
  '25006': '25006: this PostgreSQL server is a standby, or takes no writes; its primary does',
  SQLITE_BUSY: 'SQLITE_BUSY: another program has locked the SQLite file',
}
const wordsOf = (code: string): string => WORDS[code] ?? reasonOf(code)

/** The driver has no code for a connection that was cut. */
const reasonOf = (code: string): string => (code === 'Error' ? 'CONNECTION_LOST' : code)
