import { Price, readCallback, type SignedRequest } from '@parakh/core'
import {
  type GatewayEvent,
  GatewayMethod,
  type GatewayOrders,
  type GatewayPages,
  type PaymentGateway,
} from '@parakh/funding/contract'
import * as z from 'zod'
import { CfId, pageIdOf, paymentIdOf, refundIdOf } from './cashfree-ids.ts'

/** The options of a Cashfree gateway. */
export interface CashfreeOptions {
  /** Client secrets: the current one and, during a rotation, the previous one. At least one, none empty. */
  readonly secrets: readonly string[]
  /** The age at which a callback is refused, in seconds. */
  readonly staleAfterSeconds: number
  /** Absent: no orders are created at the gateway. */
  readonly orders?: GatewayOrders
  /** Absent: it has no pages. */
  readonly pages?: GatewayPages
}

const SECOND_MS = 1_000

const OrderId = z.string().regex(/^[\w-]{1,64}$/)
const Code = z.string().regex(/^[\x20-\x7e]{0,200}$/)
const Order = z.object({
  order_id: OrderId,
  order_tags: z.object({ funding_id: OrderId.optional(), cf_link_id: CfId.optional() }).nullish().catch(null),
})
const Payment = z.object({
  cf_payment_id: CfId,
  payment_status: z.literal('SUCCESS'),
  payment_amount: Price,
  payment_currency: z.string().regex(/^[A-Z]{3}$/),
  payment_group: GatewayMethod,
  bank_reference: z.string().nullish().catch(null),
})
const Refund = z.object({ cf_payment_id: CfId, cf_refund_id: CfId, refund_amount: Price, refund_status: z.string() })
const Dispute = z.object({
  dispute: z.object({ dispute_id: CfId, reason_code: Code.nullish().catch(null), dispute_status: z.string() }),
  order_details: z.object({ cf_payment_id: CfId }),
})
const Closed = Dispute.extend({
  dispute: Dispute.shape.dispute.extend({
    /** `CHARGEBACK_MERCHANT_LOST`; a dispute that the merchant accepts is refunded from the merchant's balance. */
    dispute_status: z.string().regex(/_MERCHANT_(WON|LOST|ACCEPTED)$/),
  }),
})

const TYPES: readonly string[] = [
  ...['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK', 'REFUND_STATUS_WEBHOOK'],
  ...['DISPUTE_CREATED', 'DISPUTE_CLOSED'],
]
const IGNORED: GatewayEvent = { kind: 'ignored' }
/** The order of a payment link is one of Cashfree's own, which names the link. */
function referenceOf({ order_id, order_tags }: z.output<typeof Order>): string {
  const link = order_tags?.cf_link_id
  return order_tags?.funding_id ?? (link === undefined ? order_id : pageIdOf(link))
}

const disputed = (
  phase: 'opened' | 'lost' | 'won',
  { dispute, order_details }: z.output<typeof Dispute>,
): GatewayEvent => ({
  ...{ kind: 'disputed', paymentId: paymentIdOf(order_details.cf_payment_id), phase },
  reason: `Dispute ${dispute.dispute_id}: ${dispute.reason_code ?? 'no reason given'}`,
})
const Callback = z.union([
  z
    .object({ type: z.literal('PAYMENT_SUCCESS_WEBHOOK'), data: z.object({ order: Order, payment: Payment }) })
    .transform(({ data: { order, payment } }): GatewayEvent => {
      const {
        cf_payment_id,
        payment_amount: amount,
        payment_currency: currency,
        payment_group: method,
        bank_reference,
      } = payment
      const utr = method === 'upi' && /^\d{12}$/.test(bank_reference ?? '') ? (bank_reference ?? null) : null
      return {
        kind: 'captured',
        paymentId: paymentIdOf(cf_payment_id),
        amount,
        currency,
        reference: referenceOf(order),
        utr,
        method,
      }
    }),
  z
    .object({
      type: z.enum(['PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK']),
      data: z.object({ order: Order, error_details: z.object({ error_code: Code.nullish() }).nullish().catch(null) }),
    })
    .transform(({ type, data: { order, error_details } }): GatewayEvent => {
      const reason = error_details?.error_code ?? (type === 'PAYMENT_FAILED_WEBHOOK' ? 'failed' : 'user_dropped')
      return { kind: 'failed', reference: referenceOf(order), reason }
    }),
  z
    .object({ type: z.literal('REFUND_STATUS_WEBHOOK'), data: z.object({ refund: Refund }) })
    .transform(({ data: { refund } }): GatewayEvent => {
      const { cf_payment_id, cf_refund_id, refund_amount: amount, refund_status } = refund
      if (refund_status !== 'SUCCESS') return IGNORED
      return { kind: 'refunded', paymentId: paymentIdOf(cf_payment_id), refundId: refundIdOf(cf_refund_id), amount }
    }),
  z.object({ type: z.literal('DISPUTE_CREATED'), data: Dispute }).transform(({ data }) => disputed('opened', data)),
  z
    .object({ type: z.literal('DISPUTE_CLOSED'), data: Closed })
    .transform(({ data }) => disputed(data.dispute.dispute_status.endsWith('_WON') ? 'won' : 'lost', data)),
  z.object({ type: z.string().refine((type) => !TYPES.includes(type)) }).transform(() => IGNORED),
])

/**
 * The Cashfree payment gateway. `x-webhook-signature` is the HMAC-SHA256, in base64, of `x-webhook-timestamp` (milliseconds) and the raw body.
 * The `order_id`, which is our reference, identifies the order; `funding_id` among the tags of an order made elsewhere goes before
 * it, and so does the link of the order of a page.
 *
 * @example
 * cashfreeGateway({ secrets: [process.env.CASHFREE_CLIENT_SECRET], staleAfterSeconds: 86_400 })
 */
export const cashfreeGateway = ({ secrets, staleAfterSeconds, orders, pages }: CashfreeOptions): PaymentGateway => ({
  label: 'Cashfree',
  ...(orders ? { orders } : {}),
  ...(pages ? { pages } : {}),
  read(callback) {
    const time = callback.headers['x-webhook-timestamp'] ?? ''
    if (!/^\d{1,15}$/.test(time) || !isGenuine(callback, { time, secrets })) return null
    if (callback.at.getTime() - Number(time) > staleAfterSeconds * SECOND_MS) return null
    return readCallback(Callback, callback.body) ?? { kind: 'malformed' }
  },
})

function isGenuine(
  { headers, body, hmac, equal }: SignedRequest,
  { time, secrets }: { readonly time: string; readonly secrets: readonly string[] },
): boolean {
  const signed = Buffer.concat([Buffer.from(time), body])
  const genuine = secrets.map((secret) => {
    const expected = Buffer.from(hmac('sha256', secret, signed), 'hex').toString('base64')
    return equal(expected, headers['x-webhook-signature'] ?? '')
  })
  return genuine.includes(true)
}
