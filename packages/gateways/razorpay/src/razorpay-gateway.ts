import type { GatewayOrders, GatewayPages, PaymentGateway } from '@parakh/funding/contract'
import { readRazorpayEvent } from './razorpay-events.ts'

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
    return genuine.includes(true) ? readRazorpayEvent(body) : null
  },
})
