import type { SignedRequest } from '@parakh/core'
import type { GatewayOrders, GatewayPages, PaymentGateway } from '@parakh/funding/contract'
import { readStripeEvent } from './stripe-events.ts'

/** The options of a Stripe gateway. */
export interface StripeOptions {
  /** Signing secrets of the webhook: the current one and, during a rotation, the previous one. At least one, none empty. */
  readonly secrets: readonly string[]
  /** Absent: no orders are created at the gateway. */
  readonly orders?: GatewayOrders
  /** Absent: it has no pages. */
  readonly pages?: GatewayPages
}

/** The tolerance of Stripe's own libraries. */
const STALE_SECONDS = 300
const SECOND_MS = 1_000
/**
 * The Stripe payment gateway. `Stripe-Signature` has a time and HMAC-SHA256 signatures of that time and the raw body; it is refused when it is
 * older than 300 s. A payment is a charge; the metadata `funding_id` of its PaymentIntent, else the intent's id, identifies the order.
 *
 * @example
 * stripeGateway({ secrets: [process.env.STRIPE_WEBHOOK_SECRET] })
 */
export const stripeGateway = ({ secrets, orders, pages }: StripeOptions): PaymentGateway => ({
  label: 'Stripe',
  ...(orders ? { orders } : {}),
  ...(pages ? { pages } : {}),
  read(callback) {
    if (!isGenuine(callback, secrets)) return null
    return readStripeEvent(callback.body)
  },
})

function isGenuine({ headers, body, at, hmac, equal }: SignedRequest, secrets: readonly string[]): boolean {
  const fields = (headers['stripe-signature'] ?? '').split(',').map((field) => field.split('=', 2))
  const valuesOf = (name: string) =>
    fields.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
  const [time = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(time)) return false
  const signed = Buffer.concat([Buffer.from(`${time}.`), body])
  const given = valuesOf('v1')
  const genuine = secrets.flatMap((secret) => {
    const expected = hmac('sha256', secret, signed)
    return given.map((signature) => equal(expected, signature))
  })
  return genuine.includes(true) && Math.floor(at.getTime() / SECOND_MS) - Number(time) <= STALE_SECONDS
}
