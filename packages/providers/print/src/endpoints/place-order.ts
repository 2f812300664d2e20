import { Calls, defineEndpoint, Logger, modern } from '@parakh/core'
import { indianDay, noIdentityNumber } from '@parakh/core/formats'
import * as z from 'zod'
import { Notes, PrintProvider, Recipient, ShippingMethod } from '../contract.ts'
import { findDocument, prolonged } from '../documents.ts'
import { PLACING } from '../fixtures/placing.ts'
import { resultStateOf } from '../order-moves.ts'
import { applyOrderResult } from '../order-result.ts'
import { advance, Orders, OrderUpdated, OrderView, viewOf } from '../orders.ts'
import { costOf, PrintSettings } from '../settings.ts'

const DAY_SECONDS = 86_400
const DAY_MS = DAY_SECONDS * 1000
/** A parcel is asked after by the hour; after two months an operator looks. */
const POLL = { everySeconds: 3_600, forSeconds: 60 * DAY_SECONDS }

/**
 * `POST /place-order`, asynchronous (decisions.md sections 5, 8 and 9). Its price is held, charged when the fulfilment side takes
 * the order in, and refunded where it fails or is cancelled before it is printed.
 */
export const placeOrder = defineEndpoint({
  id: 'place-order',
  method: 'POST',
  path: '/place-order',
  group: 'Wallet and Utility',
  summary: 'Order printed cards of an earlier document',
  envelope: modern,
  price: ({ request, settings, fail }) => costOf(settings, request)?.amount ?? fail('PRODUCT_NOT_FOUND'),
  priceSource: 'default',
  request: z.object({
    product_code: z.string().min(1).max(64).describe('Such as PVC_DL, PVC_RC, PVC_RATION, PVC_FARMER'),
    quantity: z.int().min(1).max(100),
    document_ref: z
      .string()
      .min(1)
      .max(128)
      .describe('The application_no, Idempotency-Key or X-Request-Id of an earlier print call'),
    recipient: Recipient,
    shipping_method: ShippingMethod,
    client_order_id: z
      .string()
      .min(1)
      .max(64)
      .check(noIdentityNumber)
      .optional()
      .describe('A name of your own: no two orders of an account share one'),
    notes: Notes.check(noIdentityNumber).optional().describe('A remark for the fulfilment side'),
  }),
  unique: { field: 'client_order_id', code: 'CLIENT_ORDER_ID_REUSED' },
  data: OrderView,
  errors: {
    PRODUCT_NOT_FOUND: { outcome: 'refused', status: 404, message: 'No product has this code' },
    DOCUMENT_NOT_FOUND: {
      outcome: 'refused',
      status: 404,
      message: 'No earlier call of this account made a document for this product, or it is no longer kept',
    },
    CLIENT_ORDER_ID_REUSED: {
      outcome: 'refused',
      status: 409,
      message: 'An order of this account has this client_order_id already',
    },
    ADDRESS_NOT_SERVICEABLE: { status: 422, message: 'Nobody delivers to this address' },
    ORDER_REJECTED: { status: 422, message: 'The fulfilment side does not take this order' },
  },
  uses: PrintProvider.pick('submit'),
  needs: { settings: PrintSettings, orders: Orders, calls: Calls, logger: Logger },
  subjects: ({ recipient }) => [recipient.mobile],
  async handle({ request, provider, settings, orders, calls, call, answer, fail }) {
    const cost = costOf(settings, request)
    if (!cost) return fail('PRODUCT_NOT_FOUND')
    const found = await findDocument({ call, calls }, cost.product, request.document_ref)
    if (!found) return fail('DOCUMENT_NOT_FOUND')
    const document = await prolonged(calls, found, settings.artworkDays * DAY_SECONDS)
    const { document_ref: _, client_order_id = null, notes = null, ...asked } = request
    const shipment = await provider.submit({ ...asked, document, client_order_id, notes })
    if (!shipment) return fail('ADDRESS_NOT_SERVICEABLE')
    if (resultStateOf(shipment.status) === 'failed') return fail('ORDER_REJECTED')
    const order = orders.add(
      {
        ...asked,
        client_order_id,
        notes,
        unit_price: cost.product.price,
        shipping_charge: cost.shippingCharge,
        amount: cost.amount,
        document: { reference: document.reference, endpoint: document.endpoint },
        placed_at: call.at.toISOString(),
        estimated_dispatch: indianDay(new Date(call.at.getTime() + settings.dispatchDays * DAY_MS)),
        courier: null,
        tracking: null,
      },
      call.reference,
    )
    // A source may have begun already; after a crash here it may even be done.
    return answer(viewOf(advance(orders, order, shipment) ?? order))
  },
  asyncResult: { event: OrderUpdated, poll: POLL, update: applyOrderResult },
  fixtures: PLACING,
})
