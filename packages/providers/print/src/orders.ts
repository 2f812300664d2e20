import { defineEvent, defineRecords, micro, type Records, rupees, type Stored } from '@parakh/core'
import * as z from 'zod'
import { OrderStatus, Recipient, type Shipment, ShippingMethod } from './contract.ts'
import { MOVES, movesBetween } from './order-moves.ts'

/** How long an order is kept after it last changed: it holds an address. */
const KEEP_DAYS = 365
const Amount = z.int().transform(micro)

/** An order as it is kept: encrypted, of one account and environment. */
const Order = z.object({
  client_order_id: z.string().nullable(),
  product_code: z.string(),
  quantity: z.int(),
  unit_price: Amount,
  shipping_charge: Amount,
  amount: Amount,
  shipping_method: ShippingMethod,
  document: z.object({ reference: z.string(), endpoint: z.string() }),
  recipient: Recipient,
  notes: z.string().nullable(),
  placed_at: z.iso.datetime(),
  estimated_dispatch: z.string(),
  courier: z.string().nullable(),
  tracking: z.string().nullable(),
})
/** An order without its state. */
export type OrderRecord = z.output<typeof Order>
/** The orders of one account. */
export type OrderBook = Records<OrderRecord, OrderStatus, never>
/** An order as it stands. */
export type PlacedOrder = Stored<OrderRecord, OrderStatus>

/** The orders: their id is the reference of the call that placed them. */
export const Orders = defineRecords('print.orders', {
  record: Order,
  initial: 'created',
  states: MOVES,
  keepDays: KEEP_DAYS,
})

/** Told whenever an order has moved, or more is known of its parcel. */
export const OrderUpdated = defineEvent(
  'order.updated',
  z.object({
    order_id: z.string(),
    client_order_id: z.string().nullable(),
    status: OrderStatus,
    estimated_dispatch: z.string(),
    courier: z.string().nullable(),
    tracking: z.string().nullable(),
  }),
)

/** An order as its customer sees it. */
export const OrderView = z.object({
  order_id: z.string().describe('Also the ref_id of GET /api/v1/requests/{ref_id}'),
  client_order_id: z.string().nullable(),
  product_code: z.string(),
  quantity: z.int(),
  status: OrderStatus,
  unit_price: z.number(),
  shipping_charge: z.number(),
  amount: z.number().describe('unit_price x quantity + shipping_charge'),
  currency: z.literal('INR'),
  created_at: z.iso.datetime(),
  estimated_dispatch: z.string().describe('YYYY-MM-DD'),
  courier: z.string().nullable(),
  tracking: z.string().nullable().describe("The courier's number of the parcel"),
})

/** Shows an order to its customer. */
export const viewOf = (order: PlacedOrder): z.input<typeof OrderView> => ({
  order_id: order.id,
  client_order_id: order.client_order_id,
  product_code: order.product_code,
  quantity: order.quantity,
  status: order.state,
  unit_price: rupees(order.unit_price),
  shipping_charge: rupees(order.shipping_charge),
  amount: rupees(order.amount),
  currency: 'INR',
  created_at: order.placed_at,
  estimated_dispatch: order.estimated_dispatch,
  courier: order.courier,
  tracking: order.tracking,
})

/** What is told of an order. */
export const orderResultOf = ({ id, client_order_id, state, estimated_dispatch, courier, tracking }: PlacedOrder) => ({
  order_id: id,
  client_order_id,
  status: state,
  estimated_dispatch,
  courier,
  tracking,
})

/**
 * Brings an order as far as its fulfilment side says, through every state on the way.
 *
 * @returns The order as it then stands, the same where nothing is new; null where no move leads there.
 */
export function advance(
  orders: OrderBook,
  order: PlacedOrder,
  { status, ...said }: z.output<typeof Shipment>,
): PlacedOrder | null {
  const moves = movesBetween(order.state, status)
  if (!moves) return null
  // What is left out stands as it was.
  const patch = {
    estimated_dispatch: said.estimated_dispatch ?? order.estimated_dispatch,
    courier: said.courier ?? order.courier,
    tracking: said.tracking ?? order.tracking,
  }
  const same = { estimated_dispatch: order.estimated_dispatch, courier: order.courier, tracking: order.tracking }
  if (moves.length === 0 && JSON.stringify(patch) === JSON.stringify(same)) return order
  return moves.reduce((moved, to) => orders.change(moved, {}, to), orders.change(order, patch))
}
