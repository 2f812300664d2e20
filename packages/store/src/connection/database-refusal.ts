import { storeErrors } from '../error-codes.ts'
import { errorCode, troubleFacts } from './error-facts.ts'

const SQLITE_CODE = /^SQLITE_[A-Z_]+$/

/** Whether a driver threw it: its message holds the statement, and may hold values. */
export function isDatabaseError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // PostgreSQL reports a severity with each SQLSTATE.
  return SQLITE_CODE.test(errorCode(error)) || ('severity' in error && 'routine' in error)
}

/**
 * Replaces an error of the database by `OPERATION_REFUSED`, so that no SQL reaches a person.
 *
 * @param operation What was done, such as `audit.append`.
 * @returns Any other error unchanged.
 */
export function databaseRefusal(error: unknown, operation: string): unknown {
  if (!isDatabaseError(error)) return error
  const facts = { kind: operation, reason: errorCode(error) }
  return storeErrors.error('OPERATION_REFUSED', facts, { cause: error, facts: troubleFacts(error, operation) })
}
