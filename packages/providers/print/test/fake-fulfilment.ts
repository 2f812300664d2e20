import { UpstreamError } from '@parakh/core'
import * as z from 'zod'
import { type OrderStatus, PrintProvider, Shipment } from '../src/contract.ts'

const SECRET = 'a secret of the fulfilment provider'
type Sent = { reference: string } & Readonly<Record<string, unknown>>
type Told = z.input<typeof Shipment>

/** A fulfilment provider in this process that behaves as its state says and records its requests. */
export function fakeFulfilment() {
  const state = {
    serves: true,
    /** False: it breaks the connection after it has taken the question in. */
    replies: true,
    /** What it says of an order when it takes it in. */
    accepts: { status: 'created' } as Told,
    /** What it says of an order when it is asked; null: that it never came. */
    stands: { status: 'created' } as Told | null,
    /** What it says of an order that is to be cancelled. */
    cancels: 'cancelled' as OrderStatus | null,
    orders: [] as Sent[],
    cancelled: [] as string[],
    /** Runs while it is asked something. */
    meanwhile: async (): Promise<void> => undefined,
  }
  const reply = <T>(answer: T): T => {
    if (!state.replies) throw new UpstreamError('unavailable', 'reset')
    return answer
  }
  const source = PrintProvider.implement({
    id: 'fake',
    options: z.strictObject({}),
    make: () => ({
      submit: {
        async send(order, { call }) {
          if (!state.serves) throw new UpstreamError('unavailable', 'refused', { sent: false })
          state.orders.push({ reference: call.reference, ...order })
          await state.meanwhile()
          return reply(order.recipient.pincode === '999999' ? null : state.accepts)
        },
        status: async () => state.stands,
      },
      cancel: {
        async send({ order_id }) {
          if (!state.serves) throw new UpstreamError('unavailable', 'refused', { sent: false })
          state.cancelled.push(order_id)
          await state.meanwhile()
          return reply(state.cancels && { status: state.cancels })
        },
        status: async () => state.cancels && { status: state.cancels },
      },
    }),
    callback({ headers, body, hmac, equal }) {
      if (!equal(headers['x-signature'] ?? '', hmac('sha256', SECRET, body))) return null
      const posted = z.object({ order: z.string(), ...Shipment.shape })
      const { order, ...record } = posted.parse(JSON.parse(new TextDecoder().decode(body)))
      return { operation: 'submit', reference: order, record }
    },
  })
  return { state, secret: SECRET, source: source({}) }
}
