import { Price, readCallback } from '@parakh/core'
import { type DisputePhase, type GatewayEvent, GatewayMethod } from '@parakh/funding/contract'
import * as z from 'zod'
import { CfId, disputeIdOf, pageIdOf, paymentIdOf, refundIdOf } from './cashfree-ids.ts'

const MALFORMED: GatewayEvent = { kind: 'malformed' }

/** A field that no event needs: missing, null or of another type, it is null. */
const loose = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const OrderId = z.string().regex(/^[\w-]{1,64}$/)
const Code = z.string().regex(/^[\x20-\x7e]{0,200}$/)
const Currency = z.string().regex(/^[A-Z]{3}$/)
const Order = z.object({
  order_id: loose(OrderId),
  order_tags: loose(z.object({ funding_id: loose(OrderId), cf_link_id: loose(CfId) })),
})
const Paid = z.object({
  order: loose(Order),
  payment: z.object({
    cf_payment_id: CfId,
    payment_status: loose(z.string()),
    payment_amount: Price,
    payment_currency: Currency,
    payment_group: GatewayMethod,
    bank_reference: loose(z.string()),
  }),
})
const Failed = z.object({
  order: Order,
  payment: loose(z.object({ cf_payment_id: loose(CfId) })),
  error_details: loose(z.object({ error_code: loose(Code) })),
})
const Refund = z.object({
  cf_payment_id: CfId,
  cf_refund_id: CfId,
  refund_amount: z.unknown().optional(),
  refund_currency: loose(Currency),
  refund_status: z.string(),
})
const Refunded = z.object({ refund: Refund })
const AutoRefunded = z.object({ auto_refund: Refund }).transform(({ auto_refund: refund }) => ({ refund }))
const Disputed = z.object({
  dispute: z.object({
    dispute_id: CfId,
    dispute_status: z.string(),
    dispute_amount: loose(Price),
    dispute_amount_currency: loose(Currency),
    reason_code: loose(Code),
  }),
  order_details: z.object({ cf_payment_id: CfId }),
})
const Callback = z.object({
  type: z.string().regex(/^[\x21-\x7e]{1,64}$/),
  event_time: loose(z.iso.datetime({ offset: true })),
  data: z.unknown().optional(),
})
/** The amounts of events that need no action. */
const AMOUNTS = [
  'payment_amount',
  'refund_amount',
  'link_amount_paid',
  'amount_settled',
  'settlement_amount',
  'order_amount',
]
const CURRENCIES = ['payment_currency', 'refund_currency', 'link_currency', 'settlement_currency', 'order_currency']

/** Reads the body of a genuine callback, by the webhooks of www.cashfree.com/docs. */
export function readCashfreeEvent(body: Uint8Array): GatewayEvent {
  const callback = readCallback(Callback, body)
  if (!callback) return MALFORMED
  const { type, data, event_time } = callback
  const at = event_time === null || event_time === undefined ? null : new Date(event_time)
  return eventOf(type, data, at) ?? { kind: 'malformed', type, paymentId: namedPayment(data) }
}

/** @returns Null: what the event needs cannot be read. */
function eventOf(type: string, data: unknown, at: Date | null): GatewayEvent | null {
  switch (type) {
    case 'PAYMENT_SUCCESS_WEBHOOK':
      return captured(Paid.safeParse(data).data)
    case 'PAYMENT_FAILED_WEBHOOK':
    case 'PAYMENT_USER_DROPPED_WEBHOOK':
      return failed(type, Failed.safeParse(data).data)
    case 'REFUND_STATUS_WEBHOOK':
      return refunded(type, Refunded.safeParse(data).data)
    case 'AUTO_REFUND_STATUS_WEBHOOK':
      return refunded(type, AutoRefunded.safeParse(data).data)
    case 'DISPUTE_CREATED':
    case 'DISPUTE_UPDATED':
    case 'DISPUTE_CLOSED':
      return disputed(Disputed.safeParse(data).data, at)
    default:
      return noted(type, data)
  }
}

function captured(data: z.output<typeof Paid> | undefined): GatewayEvent | null {
  if (!data) return null
  const { order, payment } = data
  if ((payment.payment_status ?? 'SUCCESS') !== 'SUCCESS') return null
  const { cf_payment_id, payment_amount: amount, payment_currency: currency, payment_group: method } = payment
  const bankReference = payment.bank_reference ?? ''
  return {
    kind: 'captured',
    paymentId: paymentIdOf(cf_payment_id),
    amount,
    currency,
    reference: order ? referenceOf(order) : null,
    utr: method === 'upi' && /^\d{12}$/.test(bankReference) ? bankReference : null,
    method,
  }
}

function failed(type: string, data: z.output<typeof Failed> | undefined): GatewayEvent | null {
  const reference = data ? referenceOf(data.order) : null
  if (!data || reference === null) return null
  const { error_details, payment } = data
  const reason = error_details?.error_code ?? (type === 'PAYMENT_FAILED_WEBHOOK' ? 'failed' : 'user_dropped')
  const id = payment?.cf_payment_id
  return { kind: 'failed', reference, reason, paymentId: id === null || id === undefined ? null : paymentIdOf(id) }
}

function refunded(type: string, data: z.output<typeof Refunded> | undefined): GatewayEvent | null {
  if (!data) return null
  const { cf_payment_id, cf_refund_id, refund_amount, refund_currency, refund_status } = data.refund
  const ids = { paymentId: paymentIdOf(cf_payment_id), refundId: refundIdOf(cf_refund_id) }
  if (refund_status === 'CANCELLED' || refund_status === 'FAILED') return { kind: 'refund_failed', ...ids }
  const { data: amount } = Price.safeParse(refund_amount)
  if (amount === undefined) return null
  const currency = refund_currency ?? null
  if (refund_status === 'SUCCESS') return { kind: 'refunded', ...ids, amount, currency }
  if (refund_status !== 'PENDING' && refund_status !== 'ONHOLD') return null
  return { kind: 'noted', type, paymentId: ids.paymentId, amount, currency }
}

function disputed(data: z.output<typeof Disputed> | undefined, at: Date | null): GatewayEvent | null {
  if (!data) return null
  const { dispute_id, dispute_status, dispute_amount, dispute_amount_currency, reason_code } = data.dispute
  const phase = phaseOf(dispute_status)
  if (phase === null || (phase === 'lost' && !dispute_amount)) return null
  return {
    kind: 'disputed',
    paymentId: paymentIdOf(data.order_details.cf_payment_id),
    disputeId: disputeIdOf(dispute_id),
    phase,
    amount: dispute_amount ?? null,
    currency: dispute_amount_currency ?? null,
    at,
    reason: `Dispute ${dispute_id}: ${reason_code ?? 'no reason given'}`,
  }
}

/**
 * The phase that a status tells: `<type>_<stage>`. A retrieval claims no money; the merchant who accepts a dispute refunds it.
 *
 * @returns Null: another status, or a retrieval that was lost or accepted, which does not tell whether money was taken.
 */
function phaseOf(status: string): DisputePhase | null {
  const [, type, stage] =
    /^(DISPUTE|CHARGEBACK|RETRIEVAL|PRE_ARBITRATION|ARBITRATION)_([A-Z_]{1,40})$/.exec(status) ?? []
  const isInquiry = type === 'RETRIEVAL'
  switch (stage) {
    case 'CREATED':
    case 'DOCS_RECEIVED':
    case 'UNDER_REVIEW':
    case 'INSUFFICIENT_EVIDENCE':
      return isInquiry ? 'inquiry' : 'opened'
    case 'MERCHANT_WON':
      return isInquiry ? 'closed' : 'won'
    case 'MERCHANT_LOST':
    case 'MERCHANT_ACCEPTED':
      return isInquiry ? null : 'lost'
    default:
      return null
  }
}

/** An event that needs no action. */
function noted(type: string, data: unknown): GatewayEvent {
  const Values = z.record(z.string(), z.unknown())
  const { data: parts } = Values.safeParse(data)
  for (const part of [parts, ...Object.values(parts ?? {})]) {
    const { data: fields } = Values.safeParse(part)
    const amount = AMOUNTS.flatMap((name) => Price.safeParse(fields?.[name]).data ?? [])[0]
    if (amount === undefined) continue
    const currency = CURRENCIES.flatMap((name) => Currency.safeParse(fields?.[name]).data ?? [])[0] ?? null
    return { kind: 'noted', type, paymentId: namedPayment(data), amount, currency }
  }
  return { kind: 'ignored' }
}

/** The payment that an event names, if it can be read. */
function namedPayment(data: unknown): string | null {
  const Named = loose(z.object({ cf_payment_id: CfId }))
  const Parts = z.object({ payment: Named, refund: Named, auto_refund: Named, order_details: Named })
  const { payment, refund, auto_refund, order_details } = Parts.safeParse(data).data ?? {}
  const id = (payment ?? refund ?? auto_refund ?? order_details)?.cf_payment_id
  return id === undefined ? null : paymentIdOf(id)
}

/** The order of a payment link is one of Cashfree's own, which names the link. */
function referenceOf({ order_id, order_tags }: z.output<typeof Order>): string | null {
  const link = order_tags?.cf_link_id ?? null
  return order_tags?.funding_id ?? (link === null ? (order_id ?? null) : pageIdOf(link))
}
