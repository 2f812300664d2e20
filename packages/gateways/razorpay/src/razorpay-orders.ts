import { MICRO_RUPEES_PER_PAISA, type Upstream } from '@parakh/core'
import { type GatewayOrders, httpOrders } from '@parakh/funding/contract'
import * as z from 'zod'

/** The options of orders at Razorpay. */
export interface RazorpayApi {
  readonly upstream: Pick<Upstream, 'compile'>
  /** The public key id, which the checkout contains. */
  readonly keyId: string
  readonly keySecret: string
  /** Scheme and host; `https://api.razorpay.com` unless given. */
  readonly apiUrl?: string | undefined
}

/** Where its API is. */
export const API_URL = 'https://api.razorpay.com'
const CHECKOUT_URL = 'https://checkout.razorpay.com/v1/checkout.js'

/** Basic authentication. */
export const authorization = ({ keyId, keySecret }: Pick<RazorpayApi, 'keyId' | 'keySecret'>) => ({
  authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
})

const Order = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  amount: z.int(),
  currency: z.string(),
  receipt: z.string().nullable(),
})
const Reply = z.union([
  Order.transform((order) => [order]),
  z.object({ items: z.array(Order) }).transform(({ items }) => items),
])

/**
 * Orders by the API of Razorpay: `POST /v1/orders` with our reference as `receipt`, which `GET /v1/orders?receipt=` finds again. Both
 * use basic authentication.
 */
export const razorpayOrders = ({ upstream, keyId, keySecret, apiUrl = API_URL }: RazorpayApi): GatewayOrders =>
  httpOrders(upstream, {
    gateway: 'razorpay',
    apiUrl,
    headers: authorization({ keyId, keySecret }),
    make: {
      ...{ method: 'POST', path: '/v1/orders', none: 'status >= 400' },
      body: {
        ...{ amount: 'input.paise', currency: '"INR"', receipt: 'reference' },
        notes: '{ "funding_id": reference }',
      },
    },
    find: { path: '/v1/orders', query: { receipt: 'reference' }, none: 'body.count = 0' },
    checkout(body, { reference, amount }) {
      const paise = amount / MICRO_RUPEES_PER_PAISA
      const own = Reply.safeParse(body).data?.find(
        (one) => one.receipt === reference && one.amount === paise && one.currency === 'INR',
      )
      return own ? { orderId: own.id, keyId, checkoutUrl: CHECKOUT_URL, sessionToken: null } : null
    },
  })
