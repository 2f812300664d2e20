import { defineProvider, operation } from '@parakh/core'
import { Day, hasLetter, Mobile, Pincode } from '@parakh/core/formats'
import * as z from 'zod'

/** Where an order stands (decisions.md section 8). */
export const OrderStatus = z.enum([
  'created',
  'processing',
  'printed',
  'shipped',
  'delivered',
  'on_hold',
  'cancelled',
  'failed',
  'returned',
])
/** Where an order stands. */
export type OrderStatus = z.output<typeof OrderStatus>

/**
 * One line as it goes on a label: trimmed, without control characters, line separators, marks that turn the direction of what
 * follows, or half a character. The pattern is one that every dialect reads, with or without the u flag.
 */
const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(
      /^(?:[ -~\u00a0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\uffff]|[\ud800-\udbff][\udc00-\udfff])*$/,
      'must be one line of text',
    )

/** To whom a parcel goes. */
export const Recipient = z.object({
  name: line(80).refine(hasLetter, 'must hold a letter'),
  mobile: Mobile.describe('Ten digits; the courier calls it'),
  address_line1: line(120),
  address_line2: line(120).optional(),
  city: line(80),
  district: line(80),
  state: line(80),
  pincode: Pincode,
})
/** How a parcel goes. */
export const ShippingMethod = z.enum(['standard', 'express'])
/** A remark of the customer for the fulfilment side. */
export const Notes = line(200)

/** What is printed: an earlier call of the same account, and what it answered. */
export const PrintableDocument = z.object({
  reference: z.string().describe('Of the earlier call: its application_no'),
  endpoint: z.string().describe('The id of the endpoint that made it, such as dl-print'),
  record: z.record(z.string(), z.unknown()).describe('What it answered, its pdf_url included'),
})

/** Empty text of a source is no text. */
const stated = (longest: number) =>
  z
    .string()
    .trim()
    .max(longest)
    .nullish()
    .transform((text) => text || null)

/** Where an order stands, as its fulfilment side says. */
export const Shipment = z.object({
  status: OrderStatus,
  courier: stated(80).describe('Who carries the parcel; left out, what was known before stands'),
  tracking: stated(120).describe("The courier's number of the parcel; left out, what was known before stands"),
  estimated_dispatch: Day.nullish().describe('When it leaves; left out, the day that the plugin reckons'),
})

/**
 * What the plugin asks of the fulfilment side. Both are writes: they are marked before a byte leaves, and their `status` is asked
 * where a reply is lost.
 *
 * @example
 * const press = PrintProvider.implement({
 *   id: 'press', options: z.object({ token: z.string() }),
 *   make: ({ options }) => ({
 *     submit: { send: (order, { call }) => place(order, call.reference, options.token), status: (reference) => find(reference) },
 *     cancel: { send: ({ order_id }) => cancel(order_id, options.token) },
 *   }),
 * })
 */
export const PrintProvider = defineProvider('print', {
  /**
   * Takes an order in (place-order). The reference of the call is the order's id and the idempotency key. Null: nobody delivers to
   * the address. `status`, a callback and the command line bring the same record later.
   */
  submit: operation({
    effect: 'write',
    input: z.object({
      product_code: z.string(),
      quantity: z.int(),
      document: PrintableDocument,
      recipient: Recipient,
      shipping_method: ShippingMethod,
      client_order_id: z.string().nullable(),
      notes: z.string().nullable(),
    }),
    output: Shipment,
  }),
  /**
   * Stops an order before it is printed (cancel-order). `cancelled`: it is stopped, also where it was stopped before. Any other
   * status, or null: it is too late. `status` is asked by the reference of the cancellation, not of the order.
   */
  cancel: operation({
    effect: 'write',
    input: z.object({ order_id: z.string() }),
    output: z.object({ status: OrderStatus }),
  }),
})
