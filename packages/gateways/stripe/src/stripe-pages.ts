import { MICRO_RUPEES_PER_PAISA } from '@parakh/core'
import {
  type GatewayPage,
  type GatewayPageOrder,
  type GatewayPages,
  GatewayPageUrl,
  httpOrders,
} from '@parakh/funding/contract'
import * as z from 'zod'
import { API_URL, authorization, REFUSED, type StripeApi } from './stripe-orders.ts'

const Session = z.object({
  id: z.string().regex(/^cs_\w{1,97}$/),
  amount_total: z.int(),
  currency: z.string(),
  client_reference_id: z.string(),
  /** Null: it is paid or over. */
  url: GatewayPageUrl,
})

/**
 * Pages as Checkout Sessions: `POST /v1/checkout/sessions` with our reference as `Idempotency-Key`, and in the metadata of its PaymentIntent, whose
 * callback credits it. A session whose id is not known is found by the same request with the same key, as orders are.
 */
export function stripePages({ upstream, secretKey, apiUrl = API_URL }: StripeApi): GatewayPages {
  const item = 'line_items[0]'
  const { make, find } = httpOrders<GatewayPage, GatewayPageOrder>(upstream, {
    gateway: 'stripe',
    apiUrl,
    headers: authorization(secretKey),
    make: {
      ...{ method: 'POST', path: '/v1/checkout/sessions', none: REFUSED },
      headers: { 'idempotency-key': 'reference' },
      body: {
        ...{ mode: '"payment"', client_reference_id: 'reference' },
        ...{ [`${item}[quantity]`]: '"1"', [`${item}[price_data][currency]`]: '"inr"' },
        [`${item}[price_data][unit_amount]`]: 'input.paise',
        [`${item}[price_data][product_data][name]`]: '"Wallet top-up"',
        'payment_intent_data[metadata][funding_id]': 'reference',
        ...{ success_url: 'input.returnUrl', cancel_url: 'input.returnUrl' },
      },
    },
    find: { path: '/v1/checkout/sessions/{{input.orderId}}', none: 'status = 404' },
    checkout(body, { reference, amount }) {
      const { data } = Session.safeParse(body)
      const paise = amount / MICRO_RUPEES_PER_PAISA
      const isOwn = data?.client_reference_id === reference && data.amount_total === paise && data.currency === 'inr'
      return isOwn ? { orderId: data.id, pageUrl: data.url } : null
    },
  })
  return { make, find: (order, signal) => (order.orderId === null ? make : find)(order, signal) }
}
