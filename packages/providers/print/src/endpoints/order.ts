import { defineEndpoint, modern, zero } from '@parakh/core'
import * as z from 'zod'
import { orderErrors } from '../errors.ts'
import { EXISTING, ORDER_OF } from '../fixtures/orders.ts'
import { Orders, OrderView, viewOf } from '../orders.ts'

/** `GET /orders/{id}`, free (decisions.md section 8). */
export const order = defineEndpoint({
  id: 'order',
  method: 'GET',
  path: '/orders/{id}',
  group: 'Wallet and Utility',
  summary: 'Get one order, and where it stands',
  envelope: modern,
  price: zero,
  request: z.object({ id: z.string().min(1).max(64).describe('The order_id') }),
  data: OrderView,
  errors: { ORDER_NOT_FOUND: orderErrors.ORDER_NOT_FOUND },
  needs: { orders: Orders },
  async handle({ request, orders, answer, fail }) {
    const found = await orders.get(request.id)
    return found ? answer(viewOf(found)) : fail('ORDER_NOT_FOUND')
  },
  fixtures: [
    { scenario: 'success', request: { id: EXISTING.shipped.id }, given: { orders: [EXISTING.shipped] } },
    { scenario: 'success', request: { id: EXISTING.delivered.id }, given: { orders: [EXISTING.delivered] } },
    { scenario: 'not-found', request: { id: ORDER_OF.nobody } },
    { scenario: 'throttled', request: { id: ORDER_OF.throttled } },
  ],
})
