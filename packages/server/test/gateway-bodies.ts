import { createHmac } from 'node:crypto'
import { MICRO_RUPEES_PER_PAISA, type Money } from '@parakh/core'
import type { GatewayEventRow } from './gateway-event-table.ts'

/** What an event is about. Cashfree's ids are digits, so all are. */
export interface EventFacts {
  /** Null: the payment names no order. */
  readonly orderId: string | null
  readonly payment: number
  readonly refund: number
  readonly dispute: number
  readonly paid: Money
  readonly refunded: Money
  /** When it happened, in whole seconds of Unix time. */
  readonly second: number
}
/** How a gateway's callbacks are made. */
export interface GatewayBodies {
  /** The id that the host has of a payment. */
  paymentId(payment: number): string
  bodyOf(row: Pick<GatewayEventRow, 'event' | 'field'>, facts: EventFacts): string
  sign(body: string, at: Date): Readonly<Record<string, string>>
}
/** The secret of every gateway here. */
export const GATEWAY_SECRET = 'whsec_of_a_test_0001'

const SECOND_MS = 1_000
const paiseOf = (amount: Money): number => amount / MICRO_RUPEES_PER_PAISA
const hmac = (text: string, encoding: 'hex' | 'base64') =>
  createHmac('sha256', GATEWAY_SECRET).update(text).digest(encoding)

const razorpay: GatewayBodies = {
  paymentId: (payment) => `pay_${payment}`,
  bodyOf({ event, field }, { orderId, payment, refund, dispute, paid, refunded, second }) {
    const id = `pay_${payment}`
    const money = { currency: 'INR', payment_id: id }
    const deducted = event === 'payment.dispute.lost' ? paiseOf(paid) : 0
    const phase = { phase: 'chargeback', ...(field ? { [field[0]]: field[1] } : {}) }
    return JSON.stringify({
      event,
      created_at: second,
      payload: {
        payment: { entity: { id, amount: paiseOf(paid), currency: 'INR', notes: { funding_id: orderId } } },
        payment_link: { entity: { id: 'plink_1', notes: null } },
        refund: { entity: { id: `rfnd_${refund}`, amount: paiseOf(refunded), ...money } },
        dispute: {
          entity: { id: `disp_${dispute}`, amount: paiseOf(paid), amount_deducted: deducted, ...money, ...phase },
        },
      },
    })
  },
  sign: (body) => ({ 'x-razorpay-signature': hmac(body, 'hex') }),
}

const cashfree: GatewayBodies = {
  paymentId: (payment) => `cf_${payment}`,
  bodyOf({ event, field }, { orderId, payment, refund, dispute, paid, refunded, second }) {
    const changed = field ? { [field[0]]: field[1] } : {}
    const refundOf = { cf_refund_id: refund, cf_payment_id: payment, refund_amount: paiseOf(refunded) / 100 }
    const refundEntity = { ...refundOf, refund_currency: 'INR', ...changed }
    return JSON.stringify({
      type: event,
      event_time: new Date(second * SECOND_MS).toISOString(),
      data: {
        order: { order_id: orderId, order_tags: null },
        payment: { cf_payment_id: `${payment}`, payment_amount: paiseOf(paid) / 100, payment_currency: 'INR' },
        ...(event === 'AUTO_REFUND_STATUS_WEBHOOK' ? { auto_refund: refundEntity } : { refund: refundEntity }),
        dispute: { dispute_id: dispute, dispute_amount: paiseOf(paid) / 100, ...changed },
        order_details: { order_id: orderId, cf_payment_id: payment },
      },
    })
  },
  sign: (body, at) => ({
    'x-webhook-timestamp': `${at.getTime()}`,
    'x-webhook-signature': hmac(`${at.getTime()}${body}`, 'base64'),
  }),
}

const stripe: GatewayBodies = {
  paymentId: (payment) => `ch_${payment}`,
  bodyOf({ event, field }, { orderId, payment, refund, dispute, paid, refunded, second }) {
    const charge = `ch_${payment}`
    const intent = {
      id: `pi_${payment}`,
      latest_charge: charge,
      amount: paiseOf(paid),
      amount_received: paiseOf(paid),
      currency: 'inr',
      metadata: orderId === null ? {} : { funding_id: orderId },
      client_reference_id: orderId,
    }
    const [kind = ''] = /refund|dispute|warning/.exec(event) ?? []
    const id = { refund: `re_${refund}`, dispute: `du_${dispute}`, warning: `issfr_${dispute}` }[kind]
    const amount = paiseOf(kind === 'refund' ? refunded : paid)
    const object = id === undefined ? intent : { id, charge, amount, currency: 'inr' }
    return JSON.stringify({
      type: event,
      created: second,
      data: { object: { ...object, ...(field ? { [field[0]]: field[1] } : {}) } },
    })
  },
  sign(body, at) {
    const time = Math.floor(at.getTime() / SECOND_MS)
    return { 'stripe-signature': `t=${time},v1=${hmac(`${time}.${body}`, 'hex')}` }
  },
}

/** By the names of the drivers. */
export const GATEWAY_BODIES: Readonly<Record<string, GatewayBodies>> = { razorpay, cashfree, stripe }
