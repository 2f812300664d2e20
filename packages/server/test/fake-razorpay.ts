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

/** The response to the next order: the order, none although it was created, or an error instead of creating it. */
export type FakeMood = 'well' | 'silent-after' | 'broken'

/**
 * Razorpay's Orders API, written from its public documentation: `POST /v1/orders` and `GET /v1/orders?receipt=` under basic
 * authentication. It creates a second order for a repeated request.
 */
export async function fakeRazorpay({ keyId, keySecret }: { readonly keyId: string; readonly keySecret: string }) {
  const orders: FakeOrder[] = []
  const requests: string[] = []
  const silent = new Set<ServerResponse>()
  let mood: FakeMood = 'well'
  const expected = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const answer = (response: ServerResponse, status: number, body: object): void => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
  const refuse = (response: ServerResponse, status: number, description: string): void =>
    answer(response, status, { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business', step: null } })
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
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://razorpay.test')
    requests.push(`${request.method} ${url.pathname}${url.search}`)
    if (request.headers.authorization !== expected) return refuse(response, 401, 'Authentication failed')
    if (url.pathname !== '/v1/orders') return refuse(response, 404, 'The requested URL was not found on the server.')
    if (request.method === 'POST') return void make(request, response)
    const items = orders.filter(({ receipt }) => receipt === url.searchParams.get('receipt')).map(shown)
    return answer(response, 200, { entity: 'collection', count: items.length, items })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    orders,
    requests,
    /** Only for the next order. */
    be: (next: FakeMood) => {
      mood = next
    },
    async close() {
      for (const response of silent) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
