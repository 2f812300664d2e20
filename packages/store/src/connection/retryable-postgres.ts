import { errorCode } from './error-facts.ts'

/** SQLSTATE classes: connection, insufficient resources (a full disk too), operator intervention, system error. */
const CLASSES = ['08', '53', '57P', '58']
/**
 * Serialization failure, deadlock, lock not available, a server that is read-only for now, a statement or an idle transaction that
 * took too long.
 */
const STATES = new Set(['40001', '40P01', '55P03', '25006', '57014', '25P03', '25P04'])
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNABORTED',
])
/** Of errors without a code. Knex writes the statement before the message. */
const MESSAGES =
  /(^| - )(Connection (terminated|ended)|Client has encountered a connection error|Client was closed|timeout|aborted)/i

/** Whether PostgreSQL, or the connection to it, failed rather than the statement. */
export function isRetryablePostgres(error: unknown): boolean {
  const code = errorCode(error)
  if (STATES.has(code) || NETWORK.has(code) || code === 'KnexTimeoutError') return true
  // No constraint is named: the partition of the row's month was created meanwhile, and the default one refuses it. The next try uses it.
  if (code === '23514' && !namesConstraint(error)) return true
  if (code.length === 5 && CLASSES.some((start) => code.startsWith(start))) return true
  return error instanceof Error && MESSAGES.test(error.message)
}

const namesConstraint = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
