import { MICRO_RUPEES_PER_PAISA, type Upstream } from '@parakh/core'
import { type GatewayOrders, httpOrders } from '@parakh/funding/contract'
import * as z from 'zod'

/** The options of orders at Stripe. */
export interface StripeApi {
  readonly upstream: Pick<Upstream, 'compile'>
  /** The public key, which the checkout contains. */
  readonly publishableKey: string
  readonly secretKey: string
  /** Scheme and host; `https://api.stripe.com` unless given. */
  readonly apiUrl?: string | undefined
}

/** Where its API is. */
export const API_URL = 'https://api.stripe.com'
const CHECKOUT_URL = 'https://js.stripe.com/v3/'
/** A conflict (409) says that the same key is in use: the intent may exist. */
export const REFUSED = 'status >= 400 and status != 409'

/** Its requests are forms. */
export const authorization = (secretKey: string) => ({
  ...{ authorization: `Bearer ${secretKey}`, 'content-type': 'application/x-www-form-urlencoded' },
})

const Intent = z.object({
  id: z.string().regex(/^pi_\w{1,61}$/),
  amount: z.int(),
  currency: z.string(),
  client_secret: z.string().regex(/^[\x21-\x7e]{1,500}$/),
  metadata: z.object({ funding_id: z.string() }),
})

/**
 * Orders as PaymentIntents: `POST /v1/payment_intents` with our reference as `Idempotency-Key` and in its metadata. Stripe's search is not
 * offered to Indian merchants and lags, so an intent whose id is not known is found by the same request with the same key, which gives the
 * same intent for at least a day. Later it makes another: nobody was given the `client_secret` of the first, so it cannot be paid.
 */
export function stripeOrders({ upstream, publishableKey, secretKey, apiUrl = API_URL }: StripeApi): GatewayOrders {
  const { make, find } = httpOrders(upstream, {
    gateway: 'stripe',
    apiUrl,
    headers: authorization(secretKey),
    make: {
      ...{ method: 'POST', path: '/v1/payment_intents', none: REFUSED },
      headers: { 'idempotency-key': 'reference' },
      body: {
        ...{ amount: 'input.paise', currency: '"inr"', description: '"Wallet top-up"' },
        ...{ 'automatic_payment_methods[enabled]': '"true"', 'metadata[funding_id]': 'reference' },
      },
    },
    find: { path: '/v1/payment_intents/{{input.orderId}}', none: 'status = 404' },
    checkout(body, { reference, amount }) {
      const { data } = Intent.safeParse(body)
      const paise = amount / MICRO_RUPEES_PER_PAISA
      if (!data || data.metadata.funding_id !== reference || data.amount !== paise || data.currency !== 'inr')
        return null
      const { id: orderId, client_secret: sessionToken } = data
      return { orderId, keyId: publishableKey, checkoutUrl: CHECKOUT_URL, sessionToken }
    },
  })
  return { make, find: (order, signal) => (order.orderId === null ? make : find)(order, signal) }
}
