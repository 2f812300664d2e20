import { isParakhError } from '@parakh/core'
import { AdminFault, notFound } from './admin-fault.ts'
import { invalidFields } from './request-parts.ts'

/** Whose error it is, and how the host reads its code. */
interface FaultContext {
  /** The credential's account; null: an operator. */
  readonly viewerId: string | null
  /** The HTTP status of a code; undefined: it is hidden. */
  statusOf(code: string): number | undefined
}

/** The error response for a thrown value. An unexpected error is answered 500 without details. */
export function faultOf(error: unknown, { viewerId, statusOf }: FaultContext): AdminFault {
  if (error instanceof AdminFault) return error
  if (!isParakhError(error)) return internal()
  const { code, message, faults, details } = error
  if (code === 'CURSOR_INVALID') return invalidFields({ cursor: 'must be the next_cursor of the page before' })
  const status = statusOf(code)
  if (status === undefined) return internal()
  // For an account, unknown ids have the common 404, whatever the code.
  if (status === 404 && viewerId !== null) return notFound()
  const fields = Object.fromEntries(faults.map((fault) => [fault.path, fault.message]))
  const { retry_after_seconds: wait, ...more } = details
  return new AdminFault({
    status,
    code,
    message,
    details: more,
    ...(typeof wait === 'number' ? { retryAfterSeconds: wait } : {}),
    ...(code === 'VALIDATION_FAILED' ? { fields } : {}),
  })
}

/** The answer to an unexpected error. */
export const internal = (): AdminFault =>
  new AdminFault({ status: 500, code: 'INTERNAL_ERROR', message: 'Unexpected error' })
