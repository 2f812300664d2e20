import { errorCode } from '../batch/retry.ts'

/** SQLSTATE classes: connection, insufficient resources, operator intervention. */
const CLASSES = ['08', '53', '57P']
/** Serialization failure, deadlock, lock not available, and a server that is starting or read-only for now. */
const STATES = new Set(['40001', '40P01', '55P03', '25006', '57014'])
const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])
const MESSAGES = /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout)/i

/** Whether PostgreSQL, or the way to it, was in trouble rather than the statement. */
export function isRetryablePostgres(error: unknown): boolean {
  const code = errorCode(error)
  if (STATES.has(code) || NETWORK.has(code) || code === 'KnexTimeoutError') return true
  if (code.length === 5 && CLASSES.some((start) => code.startsWith(start))) return true
  return error instanceof Error && MESSAGES.test(error.message)
}
