import { Billing, defineCommand, rupees, Store } from '@parakh/core'
import * as z from 'zod'
import { MOVES } from '../order-moves.ts'
import { findOrder } from './find-order.ts'

/**
 * `parakh print show ID`: everything that is needed to print and post an order, the address and the document included.
 *
 * Answers the order, its recipient, and `document: { reference, endpoint, answer }`: what the earlier call answered, null once it is
 * no longer kept.
 */
export const showCommand = defineCommand({
  name: 'show',
  summary: 'Show an order with its address and its document',
  args: z.object({ id: z.string().min(1).describe('The order_id') }),
  positional: ['id'],
  needs: { billing: Billing, store: Store },
  async run({ args: { id }, billing, store }) {
    const order = await findOrder({ billing, store }, id)
    const earlier = await billing.findByReference(order.document.reference)
    const answer: unknown = earlier?.response ? JSON.parse(new TextDecoder().decode(earlier.response)) : null
    return {
      order_id: id,
      account_id: order.accountId,
      environment: order.environment,
      client_order_id: order.client_order_id,
      status: order.state,
      allowed_moves: MOVES[order.state],
      product_code: order.product_code,
      quantity: order.quantity,
      amount: rupees(order.amount),
      shipping_method: order.shipping_method,
      placed_at: order.placed_at,
      estimated_dispatch: order.estimated_dispatch,
      courier: order.courier,
      tracking: order.tracking,
      notes: order.notes,
      recipient: order.recipient,
      document: { ...order.document, answer },
    }
  },
})
