import { boundedText, type ErrorDetails } from '@parakh/core'

/** The invalid fields of a request, each with what is allowed: `{ "account_id": "must be …" }`. */
export type FieldFaults = Readonly<Record<string, string>>

/** An error response of the admin API. */
export interface AdminFaultFacts {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly fields?: FieldFaults
  /** Sent as Retry-After. */
  readonly retryAfterSeconds?: number
  /** What a client reads besides: `{ methods: ['totp'] }`. */
  readonly details?: ErrorDetails
}

/** An error of the admin API, sent as `{ request_id, error: { code, message, fields? } }`. */
export class AdminFault extends Error implements AdminFaultFacts {
  override readonly name = 'AdminFault'
  readonly status: number
  readonly code: string
  readonly fields?: FieldFaults
  readonly retryAfterSeconds?: number
  readonly details: ErrorDetails

  constructor({ status, code, message, fields, retryAfterSeconds, details = {} }: AdminFaultFacts) {
    super(boundedText(message))
    this.status = status
    this.code = code
    this.details = details
    if (fields) this.fields = fields
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The same answer for an unknown id and one of another branch, so that a caller cannot distinguish them. */
export const notFound = (): AdminFault =>
  new AdminFault({ status: 404, code: 'NOT_FOUND', message: 'There is nothing of this id' })
