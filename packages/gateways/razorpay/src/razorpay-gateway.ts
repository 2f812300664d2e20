import { Paise, readCallback } from '@parakh/core'
import {
  type GatewayEvent,
  GatewayMethod,
  type GatewayOrders,
  type GatewayPages,
  type PaymentGateway,
} from '@parakh/funding/contract'
import * as z from 'zod'

/** The options of a Razorpay gateway. */
export interface RazorpayOptions {
  /** Webhook secrets: the current one and, during a rotation, the previous one. At least one, none empty. */
  readonly secrets: readonly string[]
  /** Absent: no orders are created at the gateway. */
  readonly orders?: GatewayOrders
  /** Absent: it has no pages. */
  readonly pages?: GatewayPages
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
  method: GatewayMethod,
  /** Of a payment link: `#` and the link's id without `plink_`. Its notes stay with the link, and its order is one of Razorpay's own. */
  description: z.string().nullish().catch(null),
  acquirer_data: Acquirer,
  error_code: Reason,
})
const Refund = z.object({ id: Id, payment_id: Id, amount: Paise })
const Dispute = z.object({ id: Id, payment_id: Id, reason_code: Reason })
const entity = <T extends z.ZodType>(schema: T) => z.object({ entity: schema })

const Captured = z.object({ event: z.literal('payment.captured'), payload: z.object({ payment: entity(Payment) }) })
const LinkPaid = z.object({
  event: z.literal('payment_link.paid'),
  payload: z.object({ payment: entity(Payment), payment_link: entity(z.object({ id: Id, notes: Notes })) }),
})
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
const Event = z.discriminatedUnion('event', [Captured, LinkPaid, Failed, Refunded, Disputed])
const EVENTS: readonly string[] = [
  ...['payment.captured', 'payment_link.paid', 'payment.failed', 'refund.processed'],
  ...Object.keys(PHASES),
]
const Other = z.object({ event: z.string().refine((event) => !EVENTS.includes(event)) })
const Callback = z.union([Event.transform(eventOf), Other.transform((): GatewayEvent => ({ kind: 'ignored' }))])

/**
 * The Razorpay payment gateway: `X-Razorpay-Signature` is the HMAC-SHA256 of the raw body in hexadecimal. The note `funding_id` of a
 * payment, else the payment link that its description names, else its `order_id`, identifies the order.
 *
 * @example
 * razorpayGateway({ secrets: [process.env.RAZORPAY_WEBHOOK_SECRET] })
 */
export const razorpayGateway = ({ secrets, orders, pages }: RazorpayOptions): PaymentGateway => ({
  label: 'Razorpay',
  ...(orders ? { orders } : {}),
  ...(pages ? { pages } : {}),
  read({ headers, body, hmac, equal }) {
    const genuine = secrets.map((secret) => equal(hmac('sha256', secret, body), headers[SIGNATURE] ?? ''))
    if (!genuine.includes(true)) return null
    return readCallback(Callback, body) ?? { kind: 'malformed' }
  },
})

function eventOf({ event, payload }: z.output<typeof Event>): GatewayEvent {
  switch (event) {
    case 'payment.captured':
      return captured(payload.payment.entity, referenceOf(payload.payment.entity))
    case 'payment_link.paid': {
      const { id, notes } = payload.payment_link.entity
      return captured(payload.payment.entity, notes ?? id)
    }
    case 'payment.failed': {
      const { entity: failed } = payload.payment
      return { kind: 'failed', reference: referenceOf(failed), reason: failed.error_code ?? 'failed' }
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

type Paid = z.output<typeof Payment>

function captured({ id, amount, currency, acquirer_data, method }: Paid, reference: string | null): GatewayEvent {
  const utr = acquirer_data?.rrn?.toUpperCase() ?? null
  return { kind: 'captured', paymentId: id, amount, currency, reference, utr, method }
}

function referenceOf({ notes, description, order_id }: Paid): string | null {
  const [, link] = /^#([A-Za-z0-9]{14})$/.exec(description ?? '') ?? []
  return notes ?? (link === undefined ? (order_id ?? null) : `plink_${link}`)
}
