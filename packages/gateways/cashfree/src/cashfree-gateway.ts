import type { SignedRequest } from '@parakh/core'
import type { GatewayOrders, GatewayPages, PaymentGateway } from '@parakh/funding/contract'
import { readCashfreeEvent } from './cashfree-events.ts'

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
    return readCashfreeEvent(callback.body)
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
