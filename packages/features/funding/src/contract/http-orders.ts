import {
  type Attempt,
  defineProvider,
  type HttpRequest,
  HttpSourceSchema,
  MICRO_RUPEES_PER_PAISA,
  operation,
  type ProviderOperations,
  rupees,
  type Upstream,
  UpstreamError,
} from '@parakh/core'
import * as z from 'zod'
import type { GatewayOrder, MadeAtGateway } from './payment-gateways.ts'

/** A request for an order. Expressions see `reference`, and `input`: `orderId`, `accountId`, `paise`, `rupees`, and of pages `returnUrl`. */
export interface OrderRequest extends HttpRequest {
  /** True when the reply is a definite no. */
  none: string
}
/** Orders of a gateway, described as requests over HTTP. */
export interface HttpOrders<Order extends GatewayOrder, Made> {
  /** The driver's id, for errors. */
  readonly gateway: string
  /** Scheme and host. */
  readonly apiUrl: string
  /** Sent with each request. */
  readonly headers: Readonly<Record<string, string>>
  readonly make: OrderRequest
  readonly find: OrderRequest
  /** Reads the body of a reply. Null: it is not this order. */
  checkout(body: unknown, order: Order): Made | null
}

/** The time limit of one request, in milliseconds. */
const TIMEOUT_MS = 8_000

const Reply = z.object({ body: z.unknown() })
const Input = z.object({
  ...{ orderId: z.string().nullable(), accountId: z.string(), paise: z.int(), rupees: z.number() },
  returnUrl: z.string().nullable(),
})
const operations: ProviderOperations = {
  make: operation({ effect: 'write', input: Input, output: Reply }),
  find: operation({ effect: 'read', input: Input, output: Reply }),
}

/**
 * Orders, or pages, of a gateway by two requests over HTTP. Connections, certificates, time limits and sizes are those of all sources; requests and replies
 * are not logged, and no error contains one.
 *
 * @param upstream The service `Upstream`.
 * @throws TypeError if the requests are not described as an HTTP source requires.
 * @example
 * httpOrders(upstream, { gateway: 'acme-pay', apiUrl, headers, make: { method: 'POST', path: '/orders', … }, find: …, checkout })
 */
export function httpOrders<Made, Order extends GatewayOrder & { readonly returnUrl?: string } = GatewayOrder>(
  upstream: Pick<Upstream, 'compile'>,
  described: HttpOrders<Order, Made>,
): MadeAtGateway<Order, Made> {
  const { gateway, apiUrl, headers, make, find, checkout } = described
  const record = '{ "body": body }'
  const source = HttpSourceSchema.parse({
    ...{ provider: 'http', baseUrl: apiUrl, timeoutMs: TIMEOUT_MS, headers },
    operations: { make: { ...make, record }, find: { ...find, record } },
  })
  const compiled = upstream.compile(defineProvider(gateway, operations), source, 'gateways')
  if (!('implementation' in compiled))
    throw new TypeError(`the orders of ${gateway}: ${compiled.map(({ message }) => message).join('; ')}`)
  const { make: making, find: finding } = compiled.implementation
  if (typeof making !== 'object' || typeof finding !== 'function')
    throw new TypeError(`the orders of ${gateway} are not compiled`)
  const read = (reply: unknown, order: Order): Made | null => {
    if (reply === null) return null
    const found = checkout(Reply.parse(reply).body, order)
    if (found) return found
    throw new UpstreamError('unprocessable', `${gateway}: the reply is not the order that was asked for`)
  }
  return {
    make: async (order, signal) => read(await making.send(inputOf(order), attemptOf(order, signal)), order),
    find: async (order, signal) => read(await finding(inputOf(order), attemptOf(order, signal)), order),
  }
}

const inputOf = ({ orderId, accountId, amount, ...order }: GatewayOrder & { readonly returnUrl?: string }) => ({
  ...{ orderId, accountId, paise: amount / MICRO_RUPEES_PER_PAISA, rupees: rupees(amount) },
  returnUrl: order.returnUrl ?? null,
})

const attemptOf = ({ reference, accountId, environment, amount, at }: GatewayOrder, signal: AbortSignal): Attempt => ({
  signal,
  call: { reference, requestId: reference, account: accountId, environment, price: amount, at },
})
