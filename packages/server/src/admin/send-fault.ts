import type { FastifyReply } from 'fastify'
import { AdminFault } from './admin-fault.ts'

/** A request that could not be parsed. */
export const malformedFault = ({ code, message }: { code: string; message?: string }): AdminFault =>
  new AdminFault({
    status: code === 'PAYLOAD_TOO_LARGE' ? 413 : 400,
    code,
    message: message ?? (code === 'PAYLOAD_TOO_LARGE' ? 'The body is too large' : 'The request cannot be read'),
  })

/** The header of a response that names its request: the log has it too. */
export const REQUEST_ID = 'x-request-id'

/** The id of the request that is answered. */
export const idOfRequest = (reply: FastifyReply): string => String(reply.getHeader(REQUEST_ID))

/** Sends an error in the envelope of the admin API, with the id that the response's header has. */
export function sendFault(
  reply: FastifyReply,
  { status, code, message, fields, retryAfterSeconds, details }: AdminFault,
): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(
      JSON.stringify({
        request_id: idOfRequest(reply),
        error: { code, message, ...details, ...(fields ? { fields } : {}) },
      }),
    )
}
