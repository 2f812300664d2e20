import {
  type Attempt,
  defineProvider,
  type GatewayOrder,
  type GatewayOrders,
  HttpSourceSchema,
  MICRO_RUPEES_PER_PAISA,
  type Operations,
  operation,
  type Upstream,
  UpstreamError,
  type WriteImplementation,
} from '@parakh/core'
import * as z from 'zod'

/** The options of orders at Razorpay. */
export interface RazorpayApi {
  readonly upstream: Pick<Upstream, 'compile'>
  /** The public key id, which the checkout contains. */
  readonly keyId: string
  readonly keySecret: string
  /** Scheme and host; `https://api.razorpay.com` unless given. */
  readonly apiUrl?: string
}

const API_URL = 'https://api.razorpay.com'
const CHECKOUT_URL = 'https://checkout.razorpay.com/v1/checkout.js'
/** The time limit of one request, in milliseconds. */
const TIMEOUT_MS = 8_000

const Order = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  amount: z.int(),
  currency: z.string(),
  receipt: z.string().nullable(),
})
const Orders = z.object({ orders: z.array(Order) })
const Contract = defineProvider<Operations>('razorpay', {
  order: operation({ effect: 'write', input: z.object({ amount: z.int() }), output: Orders }),
})

/**
 * Orders by the API of Razorpay: `POST /v1/orders` with our reference as `receipt`, which `GET /v1/orders?receipt=` finds again. Both
 * use basic authentication; requests and responses are not logged.
 */
export function razorpayOrders({ upstream, keyId, keySecret, apiUrl = API_URL }: RazorpayApi): GatewayOrders {
  const compiled = upstream.compile(Contract, sourceOf({ keyId, keySecret, apiUrl }), 'funding.gateways')
  const order = 'implementation' in compiled ? compiled.implementation['order'] : undefined
  if (!isWrite(order)) throw new TypeError('the orders of the gateway are not described rightly')
  return {
    keyId,
    checkoutUrl: CHECKOUT_URL,
    async make(asked, signal) {
      const amount = asked.amount / MICRO_RUPEES_PER_PAISA
      const made = await order.send({ amount }, attemptOf(asked, signal))
      return made === null ? null : orderIn(made, asked)
    },
    async find(asked, signal) {
      const found = await order.status(asked.reference, attemptOf(asked, signal))
      return found === null ? null : orderIn(found, asked)
    },
  }
}

/** Described for the upstream package: expressions over our reference and the response. */
const sourceOf = ({ keyId, keySecret, apiUrl }: Omit<Required<RazorpayApi>, 'upstream'>) =>
  HttpSourceSchema.parse({
    ...{ provider: 'http', baseUrl: apiUrl, timeoutMs: TIMEOUT_MS },
    headers: { authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}` },
    operations: {
      order: {
        ...{ method: 'POST', path: '/v1/orders' },
        body: {
          amount: 'input.amount',
          currency: '"INR"',
          receipt: 'reference',
          notes: '{ "funding_id": reference }',
        },
        none: 'status >= 400',
        record: '{ "orders": [body] }',
        status: {
          ...{ method: 'GET', path: '/v1/orders', query: { receipt: 'reference' } },
          ...{ none: 'body.count = 0', record: '{ "orders": [body.items] }' },
        },
      },
    },
  })

type Write = Required<WriteImplementation<unknown, unknown>>
const isWrite = (compiled: unknown): compiled is Write =>
  typeof compiled === 'object' && compiled !== null && 'send' in compiled && 'status' in compiled

const attemptOf = ({ reference, accountId, environment, amount, at }: GatewayOrder, signal: AbortSignal): Attempt => ({
  signal,
  call: { reference, requestId: reference, account: accountId, environment, price: amount, at },
})

/** Checks that the response is the requested order. @throws UpstreamError `unprocessable` */
function orderIn(reply: unknown, { reference, amount }: GatewayOrder): string {
  const paise = amount / MICRO_RUPEES_PER_PAISA
  const orders = Orders.safeParse(reply).data?.orders ?? []
  const own = orders.find((one) => one.receipt === reference && one.amount === paise && one.currency === 'INR')
  if (own) return own.id
  throw new UpstreamError('unprocessable', 'razorpay: what came is not the order that was asked for')
}
