import { boundedText } from '@parakh/core'

/** Fields of a request that are wrong, each with what is allowed: `{ "account_id": "must be …" }`. */
export type FieldFaults = Readonly<Record<string, string>>

/** What an admin request is refused with. */
export interface AdminFaultFacts {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly fields?: FieldFaults
  /** Sent as Retry-After. */
  readonly retryAfterSeconds?: number
}

/** Thrown inside the admin API only, and answered as `{ error: { code, message, fields? } }`. */
export class AdminFault extends Error implements AdminFaultFacts {
  override readonly name = 'AdminFault'
  readonly status: number
  readonly code: string
  readonly fields?: FieldFaults
  readonly retryAfterSeconds?: number

  constructor({ status, code, message, fields, retryAfterSeconds }: AdminFaultFacts) {
    super(boundedText(message))
    this.status = status
    this.code = code
    if (fields) this.fields = fields
    if (retryAfterSeconds !== undefined) this.retryAfterSeconds = retryAfterSeconds
  }
}

/** One answer for what does not exist and for what is another branch's: which of the two it is, nobody learns. */
export const notFound = (): AdminFault =>
  new AdminFault({ status: 404, code: 'NOT_FOUND', message: 'There is nothing of this id' })

/** The credential may not do this at all, whatever the id. */
export const forbidden = (message: string): AdminFault => new AdminFault({ status: 403, code: 'FORBIDDEN', message })
