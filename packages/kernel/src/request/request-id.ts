import { hash } from 'node:crypto'
import { isIdentityNumber } from '@parakh/core/formats'

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** Whether a text may be a request id (decisions.md section 2). It is stored unencrypted, so identity numbers are refused (section 13). */
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text) && !isIdentityNumber(text)

/** The longest request id that is claimed as it is; longer ones by a digest. */
const AS_SENT = 40

/**
 * The claim of a request id: the id itself, so that ascending ids are next to each other in the index (decision 0036); for a long one
 * `#`, which no request id contains, and 16 bytes of its SHA-256 in base64url.
 */
export const claimOf = (requestId: string): string =>
  requestId.length <= AS_SENT ? requestId : `#${hash('sha256', requestId, 'buffer').toString('base64url', 0, 16)}`
