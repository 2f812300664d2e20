import { hash } from 'node:crypto'

const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/

/** Whether a text may be a request id (decisions.md section 2). */
export const isRequestId = (text: string): boolean => REQUEST_ID.test(text)

/** The 16-byte digest by which a request id is claimed, in base64url. */
export const claimOf = (requestId: string): string => hash('sha256', requestId, 'buffer').toString('base64url', 0, 16)
