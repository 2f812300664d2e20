import * as z from 'zod'
import { legacyKeys } from '../auth.ts'
import { sourceOutcome } from '../call-errors.ts'
import { defineEnvelope, type Envelope } from '../envelope.ts'
import { decimal } from '../money.ts'
import { FieldErrors, fieldErrors, refIdOf } from './fault-fields.ts'

/** The options of a legacy envelope, besides `status` and `application_no`. */
export interface LegacyOptions {
  /** The text of `message` on success; absent: no such field. A `message` in the data wins. */
  readonly message?: string
  /** Whether `amount` and `balance_left` are shown; true unless given. */
  readonly money?: boolean
  /** HTTP status of an upstream failure: 400 as published, or 503 (`legacy.upstreamStatus` of the configuration). */
  readonly upstreamStatus?: 400 | 503
}

/**
 * Envelope B of the specification: `data` is spread beside `status` and `application_no`; a lookup failure and an upstream
 * failure are HTTP 400 with status "404" (decisions.md section 3).
 *
 * @example
 * const envelope = legacy({ message: 'Record found' })
 */
export function legacy(options: LegacyOptions = {}): Envelope & { readonly legacyOptions: LegacyOptions } {
  const money = options.money ?? true
  const upstreamStatus = options.upstreamStatus ?? 400
  const envelope = defineEnvelope({
    name: 'legacy',
    auth: legacyKeys,
    data: 'spread',
    replaceable: ['message'],
    success: z.object({
      status: z.literal('200'),
      application_no: z.string(),
      ...(options.message === undefined ? {} : { message: z.string() }),
      ...(money ? { amount: z.string(), balance_left: z.string() } : {}),
    }),
    failure: z.object({
      status: z.string(),
      message: z.string(),
      errors: FieldErrors,
      ref_id: z.string().optional(),
    }),
    wrap: (answer, body) =>
      body({
        status: '200',
        application_no: answer.reference,
        ...(options.message === undefined ? {} : { message: options.message }),
        ...(money ? { amount: decimal(answer.charged), balance_left: decimal(answer.balance) } : {}),
      }),
    fault: (fault, reply) => {
      // Errors of the server itself keep their status.
      const source = sourceOutcome(fault)
      const lookup = source === 'none' || (source === 'failed' && fault.status === 422)
      const upstream = source === 'failed' && !lookup
      const status = lookup ? 400 : upstream ? upstreamStatus : fault.status
      return reply(status, {
        status: status === 400 && (lookup || upstream) ? '404' : String(fault.status),
        message: upstream ? 'request failed' : fault.message,
        ...fieldErrors(fault),
        ...refIdOf(fault),
      })
    },
  })
  return { ...envelope, legacyOptions: options }
}
