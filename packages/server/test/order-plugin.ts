import { defineEndpoint, defineEvent, definePlugin, defineProvider, inr, modern, operation } from '@parakh/core'
import * as z from 'zod'

const Order = z.object({ state: z.enum(['accepted', 'underway', 'done', 'impossible']) })
/** A write whose async results a test delivers. */
export const OrderProvider = defineProvider('orders', {
  run: operation({ effect: 'write', input: z.object({ what: z.string() }), output: Order }),
})
const OrderUpdated = defineEvent('order.updated', z.object({ ref_id: z.string(), state: z.string() }))

const placeOrder = defineEndpoint({
  id: 'place-order',
  method: 'POST',
  path: '/place-order',
  group: 'Orders',
  summary: 'Places an order whose result comes later',
  envelope: modern,
  price: inr('3'),
  request: z.object({ what: z.string() }),
  data: z.object({ ref_id: z.string() }),
  errors: { ORDER_NOT_TAKEN: { message: 'Nobody takes this order' } },
  uses: OrderProvider,
  subjects: ({ what }) => [what],
  async handle({ request, provider, call, answer, fail }) {
    return (await provider.run(request)) ? answer({ ref_id: call.reference }) : fail('ORDER_NOT_TAKEN')
  },
  asyncResult: {
    event: OrderUpdated,
    poll: { everySeconds: 60, forSeconds: 3_600 },
    update({ record, call, now }) {
      const state = record.state === 'done' ? 'completed' : record.state === 'impossible' ? 'failed' : 'pending'
      return now(state, { ref_id: call.reference, state: record.state })
    },
  },
  fixtures: [
    {
      scenario: 'success',
      request: { what: 'bread' },
      records: { run: { state: 'accepted' } },
      asyncResults: [{ state: 'done' }],
    },
    { scenario: 'not-found', request: { what: 'the moon' } },
    { scenario: 'upstream-failure', request: { what: 'milk' } },
    { scenario: 'throttled', request: { what: 'eggs' } },
  ],
})

/** A plugin with one endpoint whose result is asynchronous. */
export const orders = definePlugin({ id: 'orders', contract: 1, provider: OrderProvider, endpoints: [placeOrder] })
/** The same, but that an order is paid when it is done. */
export const ordersPaidWhenDone = definePlugin({
  ...{ id: 'orders', contract: 1, provider: OrderProvider },
  endpoints: [{ ...placeOrder, charge: 'on-completion' }],
})
/** The same, but that the sandbox tells no result by itself: only what a test delivers. */
export const ordersLeftOpen = definePlugin({
  ...{ id: 'orders', contract: 1, provider: OrderProvider },
  endpoints: [{ ...placeOrder, fixtures: placeOrder.fixtures.map(({ asyncResults: _, ...fixture }) => fixture) }],
})
