import { defineEndpoint, isParakhError, modern, zero } from '@parakh/core'
import * as z from 'zod'
import { Orders, OrderView, viewOf } from '../orders.ts'

/** `GET /orders`, free (decisions.md section 8). */
export const orders = defineEndpoint({
  id: 'orders',
  method: 'GET',
  path: '/orders',
  group: 'Wallet and Utility',
  summary: 'List your orders, newest first',
  envelope: modern,
  price: zero,
  request: z.object({
    cursor: z.string().min(1).max(200).optional().describe('The next of the page before; left out, the first page'),
    limit: z.coerce.number().int().min(1).max(100).default(20).describe('Orders on a page'),
  }),
  data: z.object({
    orders: z.array(OrderView),
    next: z.string().nullable().describe('The cursor of the next page; null at the end'),
  }),
  errors: {
    CURSOR_INVALID: { outcome: 'refused', status: 422, message: 'The cursor is not one that a page of orders gave' },
  },
  needs: { orders: Orders },
  async handle({ request, orders, answer, fail }) {
    try {
      const page = await orders.page(request)
      return answer({ orders: page.items.map(viewOf), next: page.next })
    } catch (thrown) {
      if (isParakhError(thrown) && thrown.code === 'CURSOR_INVALID') return fail('CURSOR_INVALID')
      throw thrown
    }
  },
  // The catalogue has no account whose orders it could list.
  fixtures: [
    { scenario: 'success', request: {} },
    { scenario: 'throttled', request: { cursor: 'sandbox-throttled' } },
  ],
})
