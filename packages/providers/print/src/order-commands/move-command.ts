import { AsyncResults, Billing, defineCommand, Store } from '@parakh/core'
import * as z from 'zod'
import { OrderStatus, PrintProvider } from '../contract.ts'
import { printErrors } from '../error-codes.ts'
import { MOVES } from '../order-moves.ts'
import { findOrder, type OperatorOrder } from './find-order.ts'

function notAllowed({ id, state }: OperatorOrder, to: OrderStatus) {
  const allowed = MOVES[state].join(', ') || 'none, it is done'
  return printErrors.error('ORDER_MOVE_NOT_ALLOWED', { id, from: state, to, allowed })
}

/**
 * `parakh print move ID --to STATUS`: moves an order as results of its fulfilment side would, its event and its refund included. A
 * person moves it one state at a time; the same move again changes nothing.
 *
 * Answers `{ order_id, status, courier, tracking }`.
 */
export const moveCommand = defineCommand({
  name: 'move',
  summary: 'Move an order to another state',
  args: z.object({
    id: z.string().min(1).describe('The order_id'),
    to: OrderStatus.describe(`One of ${OrderStatus.options.join(', ')}`),
    courier: z.string().trim().min(1).max(80).optional().describe('Who carries the parcel'),
    tracking: z.string().trim().min(1).max(120).optional().describe("The courier's number of the parcel"),
  }),
  positional: ['id'],
  needs: { billing: Billing, store: Store, asyncResults: AsyncResults },
  async run({ args: { id, to, courier, tracking }, billing, store, asyncResults }) {
    const before = await findOrder({ billing, store }, id)
    if (before.state !== to && !MOVES[before.state].includes(to)) throw notAllowed(before, to)
    await asyncResults.deliver(PrintProvider.operations.submit, id, { status: to, courier, tracking })
    const after = await findOrder({ billing, store }, id)
    // Its fulfilment side or its customer was faster.
    if (after.state !== to) throw notAllowed(after, to)
    return { order_id: id, status: after.state, courier: after.courier, tracking: after.tracking }
  },
})
