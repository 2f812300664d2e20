import type { AsyncResult, Call, Logger } from '@parakh/core'
import type * as z from 'zod'
import type { Shipment } from './contract.ts'
import { resultStateOf } from './order-moves.ts'
import { advance, type OrderBook, orderResultOf } from './orders.ts'

/** The result of an order, and what it takes to apply it. */
export interface OrderResult {
  readonly record: z.output<typeof Shipment>
  readonly call: Call
  readonly orders: OrderBook
  readonly logger: Logger
  readonly now: (state: AsyncResult['state'], data: ReturnType<typeof orderResultOf>) => AsyncResult
}

/**
 * What results of the fulfilment side mean, by whichever way they come. Old ones, and those that no move leads to, are logged and
 * let lie: they must neither move an order back nor stop its polling.
 */
export async function applyOrderResult({
  record,
  call,
  orders,
  logger,
  now,
}: OrderResult): Promise<AsyncResult | null> {
  const order = await orders.get(call.reference)
  if (!order) return null
  const moved = advance(orders, order, record)
  if (!moved) {
    logger.warn('print.result_ignored', { order: order.id, stands: order.state, said: record.status })
    return null
  }
  const state = resultStateOf(moved.state)
  // An order that was taken in as it ended, after a crash here, still waits for its call to be closed.
  return moved === order && state === 'pending' ? null : now(state, orderResultOf(moved))
}
