import { MICRO_RUPEES_PER_PAISA } from '@parakh/core'
import {
  type GatewayPage,
  type GatewayPageOrder,
  type GatewayPages,
  GatewayPageUrl,
  httpOrders,
} from '@parakh/funding/contract'
import * as z from 'zod'
import { API_URL, authorization, type RazorpayApi } from './razorpay-orders.ts'

const Link = z.object({
  id: z.string().regex(/^plink_\w{1,58}$/),
  amount: z.int(),
  currency: z.string(),
  reference_id: z.string().nullable(),
  short_url: GatewayPageUrl,
})
const Reply = z.union([
  Link.transform((link) => [link]),
  z.object({ payment_links: z.array(Link) }).transform(({ payment_links }) => payment_links),
])

/**
 * Pages as Payment Links: `POST /v1/payment_links` with our reference as `reference_id`, of which Razorpay takes one, and
 * `GET /v1/payment_links?reference_id=`. Nobody is notified of a link: its payer is led to it.
 */
export const razorpayPages = ({ upstream, apiUrl = API_URL, ...key }: RazorpayApi): GatewayPages =>
  httpOrders<GatewayPage, GatewayPageOrder>(upstream, {
    gateway: 'razorpay',
    apiUrl,
    headers: authorization(key),
    make: {
      ...{ method: 'POST', path: '/v1/payment_links', none: 'status >= 400' },
      body: {
        ...{ amount: 'input.paise', currency: '"INR"', reference_id: 'reference', description: '"Wallet top-up"' },
        ...{ notes: '{ "funding_id": reference }', notify: '{ "sms": false, "email": false }' },
        ...{ callback_url: 'input.returnUrl', callback_method: '"get"' },
      },
    },
    find: {
      ...{ path: '/v1/payment_links', query: { reference_id: 'reference' } },
      none: '$exists(body.payment_links) and $count(body.payment_links) = 0',
    },
    checkout(body, { reference, amount }) {
      const paise = amount / MICRO_RUPEES_PER_PAISA
      const own = Reply.safeParse(body).data?.find(
        (one) => one.reference_id === reference && one.amount === paise && one.currency === 'INR',
      )
      return own ? { orderId: own.id, pageUrl: own.short_url } : null
    },
  })
