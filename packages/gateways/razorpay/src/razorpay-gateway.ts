import { Paise, readCallback } from '@parakh/core'
import type { GatewayEvent, GatewayOrders, PaymentGateway } from '@parakh/funding/contract'
import * as z from 'zod'

/** The options of a Razorpay gateway. */
export interface RazorpayOptions {
  /** Webhook secrets: the current one and, during a rotation, the previous one. At least one, none empty. */
  readonly secrets: readonly string[]
  /** Absent: no orders are created at the gateway. */
  readonly orders?: GatewayOrders
}

const SIGNATURE = 'x-razorpay-signature'

const Id = z.string().regex(/^[\w-]{1,64}$/)
/** An error code of the gateway. */
const Reason = z
  .string()
  .regex(/^[\x20-\x7e]{0,200}$/)
  .nullish()
  .catch(null)
/** The gateway sends an empty `notes` as a list. */
const Notes = z
  .union([z.object({ funding_id: Id.optional().catch(undefined) }), z.array(z.unknown())])
  .optional()
  .transform((notes) => (notes && !Array.isArray(notes) && notes.funding_id) || null)
const Acquirer = z
  .object({
    rrn: z
      .string()
      .regex(/^[A-Za-z0-9]{6,35}$/)
      .nullish()
      .catch(null),
  })
  .nullish()
  .catch(null)
const Payment = z.object({
  id: Id,
  amount: Paise,
  currency: z.string().regex(/^[A-Z]{3}$/),
  notes: Notes,
  order_id: Id.nullish().catch(null),
  acquirer_data: Acquirer,
  error_code: Reason,
})
const Refund = z.object({ id: Id, payment_id: Id, amount: Paise })
const Dispute = z.object({ id: Id, payment_id: Id, reason_code: Reason })
const entity = <T extends z.ZodType>(schema: T) => z.object({ entity: schema })

const Captured = z.object({ event: z.literal('payment.captured'), payload: z.object({ payment: entity(Payment) }) })
const Failed = z.object({ event: z.literal('payment.failed'), payload: z.object({ payment: entity(Payment) }) })
const Refunded = z.object({ event: z.literal('refund.processed'), payload: z.object({ refund: entity(Refund) }) })
const PHASES = {
  'payment.dispute.created': 'opened',
  'payment.dispute.lost': 'lost',
  'payment.dispute.won': 'won',
} as const
const Disputed = z.object({
  event: z.enum(['payment.dispute.created', 'payment.dispute.lost', 'payment.dispute.won']),
  payload: z.object({ dispute: entity(Dispute) }),
})
const Event = z.discriminatedUnion('event', [Captured, Failed, Refunded, Disputed])
const EVENTS: readonly string[] = ['payment.captured', 'payment.failed', 'refund.processed', ...Object.keys(PHASES)]
const Other = z.object({ event: z.string().refine((event) => !EVENTS.includes(event)) })
const Callback = z.union([Event.transform(eventOf), Other.transform((): GatewayEvent => ({ kind: 'ignored' }))])

/**
 * The Razorpay payment gateway: `X-Razorpay-Signature` is the HMAC-SHA256 of the raw body in hexadecimal. The note `funding_id` of a
 * payment, else its `order_id`, identifies the order.
 *
 * @example
 * razorpayGateway({ secrets: [process.env.RAZORPAY_WEBHOOK_SECRET] })
 */
export const razorpayGateway = ({ secrets, orders }: RazorpayOptions): PaymentGateway => ({
  ...(orders ? { orders } : {}),
  read({ headers, body, hmac, equal }) {
    const genuine = secrets.map((secret) => equal(hmac('sha256', secret, body), headers[SIGNATURE] ?? ''))
    if (!genuine.includes(true)) return null
    return readCallback(Callback, body) ?? { kind: 'malformed' }
  },
})

function eventOf({ event, payload }: z.output<typeof Event>): GatewayEvent {
  switch (event) {
    case 'payment.captured': {
      const { id, amount, currency, notes, order_id, acquirer_data } = payload.payment.entity
      const utr = acquirer_data?.rrn?.toUpperCase() ?? null
      const reference = notes ?? order_id ?? null
      return { kind: 'captured', paymentId: id, amount, currency, reference, utr }
    }
    case 'payment.failed': {
      const { notes, order_id, error_code } = payload.payment.entity
      return { kind: 'failed', reference: notes ?? order_id ?? null, reason: error_code ?? 'failed' }
    }
    case 'refund.processed': {
      const { id, payment_id, amount } = payload.refund.entity
      return { kind: 'refunded', paymentId: payment_id, refundId: id, amount }
    }
    default: {
      const { id, payment_id, reason_code } = payload.dispute.entity
      const reason = `Dispute ${id}: ${reason_code ?? 'no reason given'}`
      return { kind: 'disputed', paymentId: payment_id, phase: PHASES[event], reason }
    }
  }
}
