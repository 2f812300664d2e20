import { Logger } from '@parakh/core'
import * as z from 'zod'
import { PrintProvider, Shipment } from '../contract.ts'

/** How far the signed time of a callback may lie from ours: a copy of it is worth nothing later. */
const SIGNED_WITHIN_SECONDS = 300
/** Seconds since 1970. */
const SECONDS = /^[0-9]{1,11}$/

/** What is posted to `/callbacks/print/manual`. */
const Posted = z.object({ order_id: z.string(), ...Shipment.shape })

/**
 * Manual fulfilment: accepts every order and keeps it in the state `created` until an operator moves it, by `parakh print move` or by a
 * callback signed with `secret`. Nothing leaves the house, so an order or a cancellation that is not in the books never was: one
 * that a crash cut off is released, and may be sent again.
 *
 * @example
 * print({ live: manual({}) })
 */
export const manual = PrintProvider.implement({
  id: 'manual',
  options: z.strictObject({
    secret: z
      .string()
      .min(16)
      .optional()
      .describe(
        'Signs callbacks: X-Signature is the lower-case hexadecimal HMAC-SHA256 of X-Timestamp, a dot and the body. Without it none is taken',
      ),
  }),
  needs: { logger: Logger },
  make: ({ logger }) => ({
    submit: {
      async send({ product_code, quantity }, { call }) {
        logger.info('print.order_taken', { order: call.reference, product: product_code, quantity })
        return { status: 'created' }
      },
      status: async () => null,
    },
    cancel: {
      async send({ order_id }) {
        logger.info('print.order_cancelled', { order: order_id })
        return { status: 'cancelled' }
      },
      status: async () => null,
    },
  }),
  callback({ headers, body, at, hmac, equal }, { secret }) {
    const timestamp = headers['x-timestamp'] ?? ''
    if (secret === undefined || !SECONDS.test(timestamp)) return null
    const signed = Buffer.concat([Buffer.from(`${timestamp}.`), body])
    if (!equal(headers['x-signature'] ?? '', hmac('sha256', secret, signed))) return null
    if (Math.abs(at.getTime() / 1000 - Number(timestamp)) > SIGNED_WITHIN_SECONDS) return null
    const { order_id, ...record } = Posted.parse(JSON.parse(new TextDecoder().decode(body)))
    return { operation: 'submit', reference: order_id, record }
  },
})
