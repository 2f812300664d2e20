import type { CallErrorCode } from '@parakh/core'

/** Why a request could not be parsed, for the caller. */
export interface Malformed {
  readonly code: CallErrorCode
  readonly message?: string
}

/** Thrown by the parsers of this folder with our own message: a parser's message would quote the input. */
export class MalformedBody extends Error {
  override readonly name = 'MalformedBody'
}

const codeOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''

/**
 * The caller's error for a failure to read the request; null: an error of the server.
 *
 * @param error As Fastify throws it.
 */
export function malformedOf(error: unknown): Malformed | null {
  if (error instanceof MalformedBody) return { code: 'BAD_REQUEST', message: error.message }
  switch (codeOf(error)) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return { code: 'PAYLOAD_TOO_LARGE' }
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_ERR_CTP_INVALID_TYPE':
      return { code: 'BAD_REQUEST', message: 'The body must be JSON: send Content-Type: application/json' }
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
    case 'ECONNRESET':
      return { code: 'BAD_REQUEST', message: 'The body does not have the length that Content-Length says' }
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return { code: 'BAD_REQUEST', message: 'A part of the path is too long' }
    case 'FST_ERR_BAD_URL':
    case 'FST_ERR_ASYNC_CONSTRAINT':
      return { code: 'BAD_REQUEST', message: 'The URL is malformed' }
    default:
      return null
  }
}
