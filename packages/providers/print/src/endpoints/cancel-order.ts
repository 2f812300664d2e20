import { Calls, defineEndpoint, Logger, modern, zero } from '@parakh/core'
import * as z from 'zod'
import { PrintProvider } from '../contract.ts'
import { orderErrors } from '../errors.ts'
import { EXISTING, ORDER_OF } from '../fixtures/orders.ts'
import { isCancellable, resultStateOf } from '../order-moves.ts'
import { Orders, OrderUpdated, OrderView, orderResultOf, viewOf } from '../orders.ts'

/**
 * `POST /orders/{id}/cancel`, free (decisions.md section 8). The fulfilment side is asked first, so that nothing is refunded that
 * is printed all the same; an order that is cancelled already is answered as it stands.
 */
export const cancelOrder = defineEndpoint({
  id: 'cancel-order',
  method: 'POST',
  path: '/orders/{id}/cancel',
  group: 'Wallet and Utility',
  summary: 'Cancel an order before it is printed, and get back what it cost',
  envelope: modern,
  price: zero,
  request: z.object({ id: z.string().min(1).max(64).describe('The order_id') }),
  data: OrderView,
  errors: orderErrors,
  uses: PrintProvider.pick('cancel'),
  needs: { orders: Orders, calls: Calls, updated: OrderUpdated, logger: Logger },
  async handle({ request, provider, orders, calls, updated, logger, answer, fail }) {
    const order = await orders.get(request.id)
    if (!order) return fail('ORDER_NOT_FOUND')
    if (order.state === 'cancelled') return answer(viewOf(order))
    if (!isCancellable(order.state)) return fail('ORDER_NOT_CANCELLABLE')
    const reply = await provider.cancel({ order_id: order.id })
    if (reply?.status !== 'cancelled') return fail('ORDER_NOT_CANCELLABLE')
    // Stopped by its own account, and printed by the results that came meanwhile: only a person can find out which is true.
    const now = await orders.get(order.id)
    if (now && resultStateOf(now.state) !== 'failed' && !isCancellable(now.state)) {
      logger.error('print.cancellation_contradicted', { order: order.id, stands: now.state })
      return fail('ORDER_NOT_CANCELLABLE')
    }
    const cancelled = orders.change(order, {}, 'cancelled')
    const result = orderResultOf(cancelled)
    await calls.withdraw(order.id, result)
    updated(result)
    return answer(viewOf(cancelled))
  },
  fixtures: [
    {
      scenario: 'success',
      request: { id: EXISTING.placed.id },
      given: { orders: [EXISTING.placed] },
      records: { cancel: { status: 'cancelled' } },
    },
    {
      scenario: 'success',
      request: { id: EXISTING.held.id },
      given: { orders: [EXISTING.held] },
      records: { cancel: { status: 'cancelled' } },
    },
    {
      scenario: 'cancelled-before',
      request: { id: EXISTING.cancelled.id },
      given: { orders: [EXISTING.cancelled] },
    },
    { scenario: 'too-late', request: { id: EXISTING.shipped.id }, given: { orders: [EXISTING.shipped] } },
    {
      scenario: 'printed-meanwhile',
      request: { id: EXISTING.inPrint.id },
      given: { orders: [EXISTING.inPrint] },
      records: { cancel: { status: 'printed' } },
    },
    { scenario: 'not-found', request: { id: ORDER_OF.nobody } },
    {
      scenario: 'upstream-failure',
      request: { id: EXISTING.unreachable.id },
      given: { orders: [EXISTING.unreachable] },
    },
    { scenario: 'throttled', request: { id: ORDER_OF.throttled } },
  ],
})
