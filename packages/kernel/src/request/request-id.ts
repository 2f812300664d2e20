import { hash } from 'node:crypto'
import { isIdentityNumber } from '@parakh/core/formats'

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** Whether a text may be a request id (decisions.md section 2): it is kept in clear, so an identity number may not (section 13). */
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text) && !isIdentityNumber(text)

/** Longer ones are claimed by a digest: room for a ULID, a UUID and the like. */
const AS_SENT = 40

/**
 * What a request id is claimed by: itself, so that the ids of a caller that rise with time stand beside each other in the index
 * (decision 0036). A long one by 16 bytes of its SHA-256, in base64url, behind a `#`, which no request id has.
 */
export const claimOf = (requestId: string): string =>
  requestId.length <= AS_SENT ? requestId : `#${hash('sha256', requestId, 'buffer').toString('base64url', 0, 16)}`
