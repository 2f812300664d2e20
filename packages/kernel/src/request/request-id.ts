import { hash } from 'node:crypto'
import { isIdentityNumber } from '@parakh/core/formats'

const REQUEST_ID = /^[A-Za-z0-9._:+/=-]{1,128}$/

/**
 * Whether a text may be a request id or an idempotency key (decisions.md section 2). Both are stored unencrypted, so identity numbers are
 * refused (section 13), also if `+`, `/` or `=` separates their parts.
 */
export const isRequestId = (text: string): boolean =>
  REQUEST_ID.test(text) && !isIdentityNumber(text.replace(/[+/=]/g, ''))

/** The longest header that is read. Trimming takes time by the square of the length. */
const LONGEST_HEADER = 1_024
/** A structured-field string (RFC 9651, section 3.3.3). */
const QUOTED = /^"((?:[ !#-[\]-~]|\\["\\])*)"$/

/**
 * The value of an `Idempotency-Key` header: the content of a quoted string, or the bare text. Null: a malformed quoted string, one with
 * parameters, a list, or a header of more than 1,024 characters.
 */
export function unquotedKey(header: string): string | null {
  if (header.length > LONGEST_HEADER) return null
  const text = header.replace(/^[ \t]+|[ \t]+$/g, '')
  if (!text.startsWith('"')) return text
  return QUOTED.exec(text)?.[1]?.replace(/\\(.)/g, '$1') ?? null
}

/** The id headers of a request, as sent. */
export interface SentIds {
  /** `X-Request-Id`. */
  readonly requestId?: string | undefined
  /** `Idempotency-Key`. */
  readonly idempotencyKey?: string | undefined
}

/** The ids of a request. */
export interface RequestIds {
  /** The key under which the call runs once: the valid `Idempotency-Key`, else the valid `X-Request-Id`, else a new id. */
  readonly requestId: string
  /** The `X-Request-Id` of the response: the caller's if it is valid, else the key. */
  readonly headerId: string
  /** The unquoted value of `Idempotency-Key`; null: absent or invalid. */
  readonly idempotencyKey: string | null
}

const validOrNull = (id: string | null | undefined): string | null =>
  id !== null && id !== undefined && isRequestId(id) ? id : null

/** Returns the ids of a request. An invalid header counts as absent: the call is refused for the one of `invalidIdHeader`. */
export function requestIdsOf({ requestId: stated, idempotencyKey: quoted }: SentIds, nextId: () => string): RequestIds {
  const idempotencyKey = validOrNull(quoted === undefined ? null : unquotedKey(quoted))
  const valid = validOrNull(stated)
  const requestId = idempotencyKey ?? valid ?? nextId()
  return { requestId, headerId: valid ?? requestId, idempotencyKey }
}

/**
 * The invalid header for which a call is refused; null: none. An invalid `Idempotency-Key` is never replaced by `X-Request-Id`, which a
 * proxy may have made.
 */
export function invalidIdHeader(sent: SentIds, ids: RequestIds): 'Idempotency-Key' | 'X-Request-Id' | null {
  if (sent.idempotencyKey !== undefined) return ids.idempotencyKey === null ? 'Idempotency-Key' : null
  return sent.requestId !== undefined && sent.requestId !== ids.requestId ? 'X-Request-Id' : null
}

/** The longest request id that is claimed as it is; longer ones by a digest. */
const AS_SENT = 40

/**
 * The claim of a request id: the id itself, so that ascending ids are next to each other in the index (decision 0036); for a long one
 * `#`, which no request id contains, and 16 bytes of its SHA-256 in base64url.
 */
export const claimOf = (requestId: string): string =>
  requestId.length <= AS_SENT ? requestId : `#${hash('sha256', requestId, 'buffer').toString('base64url', 0, 16)}`
