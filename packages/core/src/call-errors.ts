import type { Fault } from './envelope.ts'
import type { Outcome } from './outcome.ts'

/** An error that the host raises itself. */
export interface CallError {
  readonly status: number
  readonly outcome: Exclude<Outcome, 'answer'>
  readonly message: string
}

/** The errors with which a call to any endpoint may end (decisions.md section 3). A plugin may not declare these codes. */
export const CALL_ERRORS = {
  BAD_REQUEST: { status: 400, outcome: 'refused', message: 'The request is malformed' },
  INVALID_REQUEST_ID: {
    status: 400,
    outcome: 'refused',
    message: 'X-Request-Id must be 1 to 128 of A-Z a-z 0-9 . _ : + / = -, and neither an Aadhaar number nor a PAN',
  },
  SECRET_IN_URL: {
    status: 400,
    outcome: 'refused',
    message:
      'A secret was sent in the URL, and is exposed. Replace it: an admin token is revoked by now, an API key is to be rotated where it still works. Send secrets in a header',
  },
  INVALID_API_KEY: {
    status: 401,
    outcome: 'refused',
    message: 'Missing, invalid, replaced or revoked API key or secret',
  },
  INVALID_TOKEN: { status: 401, outcome: 'refused', message: 'Invalid or expired token' },
  INVALID_SIGNATURE: { status: 401, outcome: 'refused', message: 'Missing, wrong, expired or repeated signature' },
  NOT_AUTHENTICATED: { status: 401, outcome: 'refused', message: 'Not signed in, or not known here' },
  INSUFFICIENT_BALANCE: { status: 402, outcome: 'refused', message: 'The wallet balance is too small for this call' },
  API_NOT_PERMITTED: { status: 403, outcome: 'refused', message: 'This key is not permitted to call this API' },
  API_NOT_PURCHASED: { status: 403, outcome: 'refused', message: 'This account has not purchased this API' },
  MODULE_NOT_ACTIVATED: {
    status: 403,
    outcome: 'refused',
    message: 'This module is not activated in this environment',
  },
  ACCOUNT_SUSPENDED: { status: 403, outcome: 'refused', message: 'This account is suspended' },
  UNKNOWN_ENDPOINT: { status: 404, outcome: 'refused', message: 'No such endpoint' },
  REQUEST_IN_PROGRESS: { status: 409, outcome: 'refused', message: 'A call with this request id is still running' },
  REQUEST_ID_EXPIRED: {
    status: 409,
    outcome: 'refused',
    message: 'This request id was used and its answer is no longer kept',
  },
  PAYLOAD_TOO_LARGE: { status: 413, outcome: 'refused', message: 'The body is larger than 64 kB' },
  VALIDATION_FAILED: { status: 422, outcome: 'refused', message: 'Some fields are not valid' },
  CONSENT_REQUIRED: {
    status: 422,
    outcome: 'refused',
    message: 'The consent of the holder is required: send it in this call',
  },
  CONSENT_INVALID: {
    status: 422,
    outcome: 'refused',
    message: 'The consent of this call is not accepted: get a valid one, and send its reference in X-Consent-Ref',
  },
  REQUEST_ID_REUSED: { status: 422, outcome: 'refused', message: 'This request id was used for another request' },
  UPSTREAM_UNPROCESSABLE: { status: 422, outcome: 'failed', message: 'The source gave an answer that cannot be used' },
  RATE_LIMIT_EXCEEDED: {
    status: 429,
    outcome: 'refused',
    message: 'Too many requests: wait as long as Retry-After says',
  },
  INTERNAL_ERROR: { status: 500, outcome: 'failed', message: 'Unexpected error: try again with the same request id' },
  OUTCOME_UNKNOWN: {
    status: 503,
    outcome: 'failed',
    message: 'The outcome of this write is not known yet: try again with the same request id',
  },
  MONEY_STOPPED: {
    status: 503,
    outcome: 'failed',
    message: 'Paid calls are stopped for the moment: try again later with the same request id',
  },
  MONEY_IN_RECOVERY: {
    status: 503,
    outcome: 'failed',
    message: 'This service is being restored, and takes no paid calls yet: try again later with the same request id',
  },
  WALLET_UNAVAILABLE: {
    status: 503,
    outcome: 'failed',
    message: 'The wallet cannot be reached, so nothing was charged: try again later with the same request id',
  },
  UPSTREAM_UNAVAILABLE: { status: 503, outcome: 'failed', message: 'The source is not available at the moment' },
  SERVICE_OVERLOADED: {
    status: 503,
    outcome: 'failed',
    message:
      'Too many calls wait, so this one was not begun and nothing was charged: try again as Retry-After says, with the same request id',
  },
  SERVICE_UNAVAILABLE: { status: 503, outcome: 'failed', message: 'The service is not available at the moment' },
} as const satisfies Readonly<Record<string, CallError>>

/** The codes of `CALL_ERRORS`. */
export type CallErrorCode = keyof typeof CALL_ERRORS

/** Errors of the server itself, and writes with an unknown outcome: no source has answered. */
const OWN_TROUBLE: ReadonlySet<string> = new Set<CallErrorCode>([
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'SERVICE_OVERLOADED',
  'OUTCOME_UNKNOWN',
  'MONEY_STOPPED',
  'MONEY_IN_RECOVERY',
  'WALLET_UNAVAILABLE',
])

/**
 * The value of the header `X-Outcome` for an error: `none`, the source has no such record; `failed`, it could not answer (decisions.md
 * section 13). Null: the error does not come from a source.
 */
export function sourceOutcome({ code, outcome }: Pick<Fault, 'code' | 'outcome'>): 'none' | 'failed' | null {
  return outcome === 'refused' || OWN_TROUBLE.has(code) ? null : outcome
}
