import { Price } from '@parakh/core'
import {
  type GatewayPage,
  type GatewayPageOrder,
  type GatewayPages,
  GatewayPageUrl,
  httpOrders,
} from '@parakh/funding/contract'
import * as z from 'zod'
import { CfId, pageIdOf } from './cashfree-ids.ts'
import { API_URL, apiHeaders, type CashfreeApi, REFUSED } from './cashfree-orders.ts'

const Link = z.object({
  cf_link_id: CfId,
  link_id: z.string(),
  link_amount: Price,
  link_currency: z.string(),
  link_url: GatewayPageUrl,
})

/**
 * Pages as Payment Links: `POST /pg/links` with our reference as `link_id`, of which there is at most one, and `GET /pg/links/<link_id>`.
 * The order of a link has an id of Cashfree's and names the link among its tags, so the link's id is that of the page.
 */
export const cashfreePages = ({ upstream, apiUrl = API_URL, ...key }: CashfreeApi): GatewayPages =>
  httpOrders<GatewayPage, GatewayPageOrder>(upstream, {
    gateway: 'cashfree',
    apiUrl,
    headers: apiHeaders(key),
    make: {
      ...{ method: 'POST', path: '/pg/links', none: REFUSED },
      body: {
        ...{
          link_id: 'reference',
          link_amount: 'input.rupees',
          link_currency: '"INR"',
          link_purpose: '"Wallet top-up"',
        },
        customer_details: `{ "customer_phone": ${JSON.stringify(key.customerPhone)} }`,
        link_notify: '{ "send_sms": false, "send_email": false }',
        link_meta: '{ "return_url": input.returnUrl }',
      },
    },
    find: { path: '/pg/links/{{reference}}', none: 'status = 404' },
    checkout(body, { reference, amount }) {
      const { data } = Link.safeParse(body)
      if (data?.link_id !== reference || data.link_amount !== amount || data.link_currency !== 'INR') return null
      return { orderId: pageIdOf(data.cf_link_id), pageUrl: data.link_url }
    },
  })
