import { Amount, Moment } from '@parakh/core'
import * as z from 'zod'
import { DISPUTE_PHASES } from '../contract/payment-gateways.ts'
import { RECORDED_KINDS, type RecordedEvent } from '../contract/recorded-event.ts'

/** A row of `event` as it is written. */
export const EventValues = z.object({
  id: z.string(),
  gateway: z.string(),
  event_key: z.string(),
  kind: z.enum(RECORDED_KINDS),
  payment_id: z.string().nullable(),
  subject: z.string().nullable(),
  phase: z.enum(DISPUTE_PHASES).nullable(),
  amount: z.int().nullable(),
  currency: z.string().nullable(),
  reason: z.string().nullable(),
  happened_at: z.date().nullable(),
  funding_id: z.string().nullable(),
  effect: z.string(),
  created_at: z.date(),
})
/** A row of `event` as it is read. */
export const EventRow = EventValues.extend({
  amount: Amount.nullable(),
  happened_at: Moment.nullable(),
  created_at: Moment,
}).transform(
  ({ event_key, payment_id, happened_at, funding_id, created_at, ...rest }): RecordedEvent => ({
    ...rest,
    key: event_key,
    paymentId: payment_id,
    happenedAt: happened_at,
    fundingId: funding_id,
    createdAt: created_at,
  }),
)

/** A recorded event as a row of `event`. */
export function eventRow({
  key,
  paymentId,
  happenedAt,
  fundingId,
  createdAt,
  ...rest
}: RecordedEvent): z.input<typeof EventValues> {
  return {
    ...rest,
    event_key: key,
    payment_id: paymentId,
    happened_at: happenedAt,
    funding_id: fundingId,
    created_at: createdAt,
  }
}
