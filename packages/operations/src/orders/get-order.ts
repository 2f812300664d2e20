import { AsyncResults, Billing, defineOperation, notFound, OfferedEndpoints } from '@parakh/core'
import * as z from 'zod'
import { ordersRead } from '../scopes.ts'
import { OrderView, orderOf, presentOrder } from './order-view.ts'

/** `orders.get` */
export const getOrder = defineOperation({
  id: 'orders.get',
  effect: 'read',
  summary: 'Get the status of an order or another asynchronous call',
  scope: ordersRead,
  path: '/orders/{ref_id}',
  input: z.object({ ref_id: z.string().min(1).max(128) }),
  output: OrderView,
  whose: { owner: async ({ ref_id }, services) => (await orderOf(services, ref_id))?.accountId ?? null },
  command: { positional: ['ref_id'] },
  needs: { asyncResults: AsyncResults, billing: Billing, endpoints: OfferedEndpoints },
  async handle({ input, asyncResults, ...services }) {
    const call = await orderOf(services, input.ref_id)
    if (!call) throw notFound()
    return await presentOrder(asyncResults, call)
  },
})
