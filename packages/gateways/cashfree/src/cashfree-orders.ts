import { Price, type Upstream } from '@parakh/core'
import { type GatewayOrders, httpOrders } from '@parakh/funding/contract'
import * as z from 'zod'

/** The options of orders at Cashfree. */
export interface CashfreeApi {
  readonly upstream: Pick<Upstream, 'compile'>
  readonly clientId: string
  readonly clientSecret: string
  /** Of whoever helps customers: Cashfree requires a number with each order. */
  readonly customerPhone: string
  /** Scheme and host; `https://api.cashfree.com` unless given. */
  readonly apiUrl?: string | undefined
}

/** Where its API is. */
export const API_URL = 'https://api.cashfree.com'
const API_VERSION = '2025-01-01'
const CHECKOUT_URL = 'https://sdk.cashfree.com/js/v3/cashfree.js'
/** A conflict (409) says that there is an order with this id. */
export const REFUSED = 'status >= 400 and status != 409'

/** Sent with each request. */
export const apiHeaders = ({ clientId, clientSecret }: Pick<CashfreeApi, 'clientId' | 'clientSecret'>) => ({
  ...{ 'x-client-id': clientId, 'x-client-secret': clientSecret, 'x-api-version': API_VERSION },
})

const Order = z.object({
  order_id: z.string(),
  order_amount: Price,
  order_currency: z.string(),
  payment_session_id: z.string().regex(/^[\x21-\x7e]{1,500}$/),
})

/**
 * Orders by the API of Cashfree: `POST /pg/orders` with our reference as `order_id`, of which there is at most one, and
 * `GET /pg/orders/<order_id>`.
 */
export const cashfreeOrders = ({ upstream, apiUrl = API_URL, ...key }: CashfreeApi): GatewayOrders =>
  httpOrders(upstream, {
    gateway: 'cashfree',
    apiUrl,
    headers: apiHeaders(key),
    make: {
      ...{ method: 'POST', path: '/pg/orders', none: REFUSED },
      body: {
        ...{ order_id: 'reference', order_amount: 'input.rupees', order_currency: '"INR"' },
        customer_details: `{ "customer_id": input.accountId, "customer_phone": ${JSON.stringify(key.customerPhone)} }`,
      },
    },
    find: { path: '/pg/orders/{{reference}}', none: 'status = 404' },
    checkout(body, { reference, amount }) {
      const { data } = Order.safeParse(body)
      if (data?.order_id !== reference || data.order_amount !== amount || data.order_currency !== 'INR') return null
      const { order_id: orderId, payment_session_id: sessionToken } = data
      return { orderId, keyId: key.clientId, checkoutUrl: CHECKOUT_URL, sessionToken }
    },
  })
