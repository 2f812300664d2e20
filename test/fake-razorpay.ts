import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import * as z from 'zod'

/** An order as in the documentation of Razorpay's Orders API. */
const NewOrder = z.object({
  amount: z.int().min(100),
  currency: z.literal('INR'),
  receipt: z.string().max(40),
  notes: z.record(z.string(), z.string()),
})
export type FakeOrder = z.output<typeof NewOrder> & { readonly id: string }
/** A link as in the documentation of its Payment Links API. */
const NewLink = NewOrder.omit({ receipt: true }).extend({
  reference_id: z.string().max(40),
  notify: z.object({ sms: z.literal(false), email: z.literal(false) }),
  callback_url: z.url(),
  callback_method: z.literal('get'),
})
type FakeLink = z.output<typeof NewLink> & { readonly id: string; readonly short_url: string }

/** The response to the next order: the order, none although it was created, or an error instead of creating it. */
export type FakeMood = 'well' | 'silent-after' | 'broken'
/** Where its events go, and the secret that signs them. */
export interface FakeCallbacks {
  readonly url: string
  readonly secret: string
}

/**
 * Razorpay's Orders API and Payment Links, written from its public documentation: `POST /v1/orders` and `GET /v1/orders?receipt=`,
 * `POST /v1/payment_links` and `GET /v1/payment_links?reference_id=` under basic authentication, and the page of a link, which pays it. It creates a
 * second order for a repeated request, and no second link.
 */
export async function fakeRazorpay({ keyId, keySecret }: { readonly keyId: string; readonly keySecret: string }) {
  const [orders, links, requests] = [[] as FakeOrder[], [] as FakeLink[], [] as string[]]
  const silent = new Set<ServerResponse>()
  let mood: FakeMood = 'well'
  let callbacks: FakeCallbacks | null = null
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const base = () => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  }
  const shown = (order: FakeOrder) => ({
    ...{ ...order, entity: 'order', amount_paid: 0, amount_due: order.amount, offer_id: null },
    ...{ status: 'created', attempts: 0, created_at: 1_756_455_561 },
  })
  async function make(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const now = mood
    mood = 'well'
    const asked = NewOrder.safeParse(JSON.parse(await textOf(request)))
    if (now === 'broken') return answer(response, 502, {})
    if (!asked.success) return refuse(response, 400, 'Order amount less than minimum amount allowed')
    const order = { ...asked.data, id: `order_Fake${orders.length + 1}` }
    orders.push(order)
    if (now === 'silent-after') return void silent.add(response)
    return answer(response, 200, shown(order))
  }
  async function makeLink(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = NewLink.safeParse(JSON.parse(await textOf(request)))
    if (!asked.success) return refuse(response, 400, 'The amount must be atleast INR 1.00')
    if (links.some(({ reference_id }) => reference_id === asked.data.reference_id))
      return refuse(response, 400, `payment link with given reference_id (${asked.data.reference_id}) already exists`)
    const id = `Fake${`${links.length + 1}`.padStart(10, '0')}`
    const link = { ...asked.data, id: `plink_${id}`, short_url: `${base()}/i/${id}` }
    links.push(link)
    return answer(response, 200, { ...link, status: 'created', amount_paid: 0 })
  }
  /** A signed event, as Razorpay sends it. @returns The status by which the server took it. */
  async function send(event: object): Promise<number> {
    if (!callbacks) throw new Error('callbackTo was not called')
    const body = JSON.stringify({ entity: 'event', account_id: 'acc_Fake', created_at: 1_756_455_561, ...event })
    const signature = createHmac('sha256', callbacks.secret).update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': signature }
    return (await fetch(callbacks.url, { method: 'POST', headers, body })).status
  }
  let payments = 0
  const paidAmounts = new Map<string, number>()
  const paid = (more: Readonly<Record<string, unknown>> & { readonly amount: number }) => {
    payments += 1
    const id = `pay_Fake${`${payments}`.padStart(10, '0')}`
    paidAmounts.set(id, more.amount)
    return { entity: { id, entity: 'payment', currency: 'INR', status: 'captured', error_code: null, ...more } }
  }
  async function page(request: IncomingMessage, response: ServerResponse, link: FakeLink): Promise<void> {
    const { id, amount, notes, callback_url } = link
    if (request.method !== 'POST')
      return html(
        response,
        `<h1>Pay ₹${amount / 100}</h1><form method="post"><button>Pay now</button></form>
        <a href="${callback_url}">Cancel</a>`,
      )
    // The payment has no notes, and the order is one of Razorpay's own.
    const payment = paid({ amount, description: id.replace('plink_', '#'), order_id: `order_${id}`, notes: [] })
    await send({ event: 'payment.captured', contains: ['payment'], payload: { payment } })
    const payload = { payment, payment_link: { entity: { id, notes, status: 'paid' } } }
    await send({ event: 'payment_link.paid', contains: ['payment', 'payment_link'], payload })
    const back = new URL(callback_url)
    back.searchParams.set('razorpay_payment_id', payment.entity.id)
    back.searchParams.set('razorpay_payment_link_status', 'paid')
    response.writeHead(303, { location: back.href }).end()
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://razorpay.test')
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    const link = links.find(({ short_url }) => short_url.endsWith(url.pathname))
    if (link) return void page(request, response, link)
    if (request.headers.authorization !== expected) return refuse(response, 401, 'Authentication failed')
    const isLinks = url.pathname === '/v1/payment_links'
    if (url.pathname !== '/v1/orders' && !isLinks)
      return refuse(response, 404, 'The requested URL was not found on the server.')
    if (request.method === 'POST') return void (isLinks ? makeLink : make)(request, response)
    if (isLinks) {
      const asked = url.searchParams.get('reference_id')
      return answer(response, 200, { payment_links: links.filter(({ reference_id }) => reference_id === asked) })
    }
    const items = orders.filter(({ receipt }) => receipt === url.searchParams.get('receipt')).map(shown)
    return answer(response, 200, { entity: 'collection', count: items.length, items })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: base(),
    orders,
    links,
    requests,
    /** Only for the next order. */
    be: (next: FakeMood) => {
      mood = next
    },
    /** Where events go from now on. */
    callbackTo: (to: FakeCallbacks) => {
      callbacks = to
    },
    /** A payment with the note of a funding, as of a UPI QR. @param paise Its amount. @param rrn The bank's number, where it is sent. */
    pay: (fundingId: string, paise: number, rrn?: string) => {
      const upi = { method: 'upi', vpa: 'payer@okbank', upi: { vpa: 'payer@okbank' } }
      const payment = { amount: paise, order_id: null, notes: { funding_id: fundingId }, ...upi }
      return send({
        ...{ event: 'payment.captured', contains: ['payment'] },
        payload: { payment: paid({ ...payment, ...(rrn !== undefined && { acquirer_data: { rrn } }) }) },
      })
    },
    /** A dispute about a payment, in Razorpay's words for its phase. */
    dispute: (paymentId: string, phase: 'created' | 'lost' | 'won') =>
      send({
        ...{ event: `payment.dispute.${phase}`, contains: ['dispute'] },
        payload: {
          dispute: {
            entity: {
              id: `disp_${paymentId}`,
              payment_id: paymentId,
              phase: 'chargeback',
              amount: paidAmounts.get(paymentId) ?? 100,
              currency: 'INR',
              amount_deducted: phase === 'lost' ? (paidAmounts.get(paymentId) ?? 100) : 0,
              reason_code: 'goods_not_received',
            },
          },
        },
      }),
    async close() {
      for (const response of silent) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
function refuse(response: ServerResponse, status: number, description: string): void {
  answer(response, status, { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: null } })
}
function html(response: ServerResponse, body: string): void {
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(`<!doctype html><title>Pay</title>${body}`)
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
