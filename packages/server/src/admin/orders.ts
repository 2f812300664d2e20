import { Billing, type CallState, Store } from '@parakh/core'
import { EnvironmentField, Moment, MomentField, MomentOrNone, moment, Rupees, rupeesText } from '@parakh/core/fields'
import { type Host, lastAsyncResultOf } from '@parakh/kernel'
import * as z from 'zod'
import { notFound } from './admin-fault.ts'
import { defineAdminList } from './define-admin-list.ts'
import { defineAdminRoute } from './define-admin-route.ts'
import { usagePage } from './usage-page.ts'

const OrderLine = z.object({
  ref_id: z.string(),
  account_id: z.string(),
  environment: EnvironmentField,
  endpoint: z.string(),
  request_id: z.string(),
  state: z.enum(['pending', 'completed', 'failed']),
  charged: Rupees,
  refunded: Rupees,
  created_at: Moment,
})
const OrderView = OrderLine.extend({
  provider: z.string().nullable().describe('The provider'),
  updated_at: MomentOrNone.describe('The time of the last async result'),
  result: z.record(z.string(), z.unknown()).nullable().describe('The last async result'),
})
const OrderId = z.object({ ref_id: z.string().min(1).max(128) })

/** The asynchronous endpoints. */
const laterEndpoints = (host: Host): readonly string[] =>
  host.endpoints.flatMap(({ endpoint }) => (endpoint.asyncResult === undefined ? [] : [endpoint.id]))

const orderOf = async (host: Host, reference: string): Promise<CallState | null> => {
  const call = (await host.get(Billing).findByReference(reference))?.call
  return call && laterEndpoints(host).includes(call.endpoint) ? call : null
}

const stateOf = ({ asyncState, phase }: CallState): z.output<typeof OrderLine>['state'] => {
  if (asyncState !== null) return asyncState
  return phase === 'held' || phase === 'dispatched' ? 'pending' : phase === 'answered' ? 'completed' : 'failed'
}

const present = (call: CallState): z.input<typeof OrderLine> => ({
  ...{ ref_id: call.reference, account_id: call.accountId, environment: call.environment, endpoint: call.endpoint },
  ...{ request_id: call.requestId, state: stateOf(call), charged: rupeesText(call.charged) },
  ...{ refunded: rupeesText(call.refunded), created_at: moment(call.at) },
})

const listOrders = defineAdminList({
  id: 'orders.list',
  path: '/accounts/{account_id}/orders',
  scope: 'orders:read',
  summary: 'List orders and other asynchronous calls of an account, newest first, within the visible usage log',
  params: z.object({ account_id: z.string() }),
  filters: z.object({
    environment: EnvironmentField.default('production'),
    endpoint: z.string().exactOptional(),
    from: MomentField.exactOptional().describe('Included'),
    until: MomentField.exactOptional().describe('Excluded'),
  }),
  item: OrderLine,
  async handle({ host, config, params, filters: { endpoint, ...rest }, page }) {
    const endpoints = laterEndpoints(host).filter((id) => endpoint === undefined || id === endpoint)
    const asked = { ...rest, accountId: params.account_id, filters: { endpoints, outcome: 'answer' as const } }
    const { items, next } = await usagePage({ host, config }, asked, page)
    // A charge on completion has a row of its own; its order has been listed with its answer.
    const answers = items.filter(({ calls }) => calls !== 0)
    const calls = await Promise.all(answers.map(({ reference }) => orderOf(host, reference)))
    return { items: calls.flatMap((call) => (call ? [present(call)] : [])), next }
  },
})

const getOrder = defineAdminRoute({
  id: 'orders.get',
  method: 'GET',
  path: '/orders/{ref_id}',
  scope: 'orders:read',
  summary: 'Get the status of an order or another asynchronous call',
  params: OrderId,
  response: OrderView,
  owner: async (host, { ref_id }) => (await orderOf(host, ref_id))?.accountId ?? null,
  async handle({ host, params }) {
    const call = await orderOf(host, params.ref_id)
    if (!call) throw notFound()
    const result = await lastAsyncResultOf(host.get(Store).records, call, call.reference)
    return {
      ...{ ...present(call), provider: call.provider, updated_at: result ? moment(result.at) : null },
      result: result && { ...result.data },
    }
  },
})

/** Routes of orders and other asynchronous calls. */
export const orderRoutes = [listOrders, getOrder]
