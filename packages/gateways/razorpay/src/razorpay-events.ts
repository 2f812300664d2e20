import { type Money, Paise, readCallback } from '@parakh/core'
import { type DisputePhase, type GatewayEvent, GatewayMethod } from '@parakh/funding/contract'
import * as z from 'zod'

const SECOND_MS = 1_000
const MALFORMED: GatewayEvent = { kind: 'malformed' }

/** A field that no event needs: missing, null or of another type, it is null. */
const loose = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const Id = z.string().regex(/^[\w-]{1,64}$/)
const Currency = z.string().regex(/^[A-Z]{3}$/)
/** An error code of the gateway. */
const Reason = loose(z.string().regex(/^[\x20-\x7e]{0,200}$/))
/** The gateway sends an empty `notes` as a list, or as null. */
const Notes = loose(z.object({ funding_id: loose(Id) }))
const Payment = z.object({
  id: Id,
  amount: Paise,
  currency: Currency,
  notes: Notes,
  order_id: loose(Id),
  method: GatewayMethod,
  /** Of a payment link: `#` and the link's id without `plink_`. Its notes stay with the link, and its order is one of Razorpay's own. */
  description: loose(z.string()),
  acquirer_data: loose(z.object({ rrn: loose(z.string().regex(/^[A-Za-z0-9]{6,35}$/)) })),
  error_code: Reason,
})
const FailedPayment = Payment.pick({ notes: true, order_id: true, description: true, error_code: true }).extend({
  id: loose(Id),
})
const Refund = z.object({ id: Id, payment_id: Id, amount: Paise, currency: loose(Currency) })
const Dispute = z.object({
  id: Id,
  payment_id: Id,
  phase: loose(z.string()),
  amount: loose(Paise),
  amount_deducted: loose(Paise),
  currency: loose(Currency),
  reason_code: Reason,
})
const entity = <T extends z.ZodType>(schema: T) => z.object({ entity: schema })
const Captured = z.object({ payment: entity(Payment) })
const LinkPaid = Captured.extend({ payment_link: loose(entity(z.object({ id: loose(Id), notes: Notes }))) })
const Failed = z.object({ payment: entity(FailedPayment) })
const Refunded = z.object({ refund: entity(Refund) })
const RefundFailed = z.object({ refund: entity(Refund.pick({ id: true, payment_id: true })) })
const Disputed = z.object({ dispute: entity(Dispute) })
/** Any entity of an event that needs no action. */
const AnyEntity = entity(z.object({ id: loose(Id), payment_id: loose(Id), amount: Paise, currency: loose(Currency) }))
const AnyPayment = z.object({ payment: entity(z.object({ id: Id })) })
const Callback = z.object({
  event: z.string().regex(/^[\x21-\x7e]{1,64}$/),
  created_at: loose(z.int().positive().max(100_000_000_000)),
  payload: z.unknown().optional(),
})

/** Phases in which the bank asks for information and claims no money; in the others it claims the money. */
const INQUIRIES: readonly string[] = ['fraud', 'retrieval']
const CLAIMS: readonly string[] = ['chargeback', 'pre_arbitration', 'arbitration']

/** Reads the body of a genuine callback, by the webhook events of razorpay.com/docs. */
export function readRazorpayEvent(body: Uint8Array): GatewayEvent {
  const callback = readCallback(Callback, body)
  if (!callback) return MALFORMED
  const { event: type, payload, created_at } = callback
  const at = created_at === null || created_at === undefined ? null : new Date(created_at * SECOND_MS)
  return eventOf(type, payload, at) ?? { kind: 'malformed', type, paymentId: paymentIdOf(payload) }
}

/** @returns Null: what the event needs cannot be read. */
function eventOf(type: string, payload: unknown, at: Date | null): GatewayEvent | null {
  switch (type) {
    case 'payment.captured':
      return captured(Captured.safeParse(payload).data?.payment.entity)
    case 'payment_link.paid':
      return linkPaid(LinkPaid.safeParse(payload).data)
    case 'payment.failed':
      return failed(Failed.safeParse(payload).data?.payment.entity)
    case 'refund.processed':
      return refunded(Refunded.safeParse(payload).data?.refund.entity)
    case 'refund.failed': {
      const refund = RefundFailed.safeParse(payload).data?.refund.entity
      return refund ? { kind: 'refund_failed', paymentId: refund.payment_id, refundId: refund.id } : null
    }
    default:
      return type.startsWith('payment.dispute.') ? disputed(type, payload, at) : noted(type, payload)
  }
}

function captured(
  payment: z.output<typeof Payment> | undefined,
  reference = payment ? referenceOf(payment) : null,
): GatewayEvent | null {
  if (!payment) return null
  const { id, amount, currency, acquirer_data, method } = payment
  const utr = acquirer_data?.rrn?.toUpperCase() ?? null
  return { kind: 'captured', paymentId: id, amount, currency, reference, utr, method }
}

/** The link's note, else the payment's, else the link itself names the order. */
function linkPaid(data: z.output<typeof LinkPaid> | undefined): GatewayEvent | null {
  if (!data) return null
  const link = data.payment_link?.entity
  const payment = data.payment.entity
  const note = link?.notes?.funding_id ?? payment.notes?.funding_id
  return captured(payment, note ?? link?.id ?? referenceOf(payment))
}

function failed(payment: z.output<typeof FailedPayment> | undefined): GatewayEvent | null {
  if (!payment) return null
  const { id = null, error_code } = payment
  return { kind: 'failed', reference: referenceOf(payment), reason: error_code ?? 'failed', paymentId: id }
}

function refunded(refund: z.output<typeof Refund> | undefined): GatewayEvent | null {
  if (!refund) return null
  const { id, payment_id, amount, currency = null } = refund
  return { kind: 'refunded', paymentId: payment_id, refundId: id, amount, currency }
}

function disputed(type: string, payload: unknown, at: Date | null): GatewayEvent | null {
  const { data } = Disputed.safeParse(payload)
  if (!data) return null
  const { id, payment_id, reason_code, phase: bankPhase, amount, amount_deducted, currency } = data.dispute.entity
  const phase = phaseOf(type, bankPhase ?? '', amount_deducted ?? null)
  if (phase === null) return null
  const taken = phase === 'lost' && amount_deducted ? amount_deducted : (amount ?? null)
  if (phase === 'lost' && taken === null) return null
  return {
    kind: 'disputed',
    paymentId: payment_id,
    disputeId: id,
    phase,
    amount: taken,
    currency: currency ?? null,
    at,
    reason: `Dispute ${id}: ${reason_code ?? 'no reason given'}`,
  }
}

/** @returns Null: it cannot be told whether the bank claims the money. */
function phaseOf(type: string, bankPhase: string, deducted: Money | null): DisputePhase | null {
  const isInquiry = INQUIRIES.includes(bankPhase)
  switch (type) {
    case 'payment.dispute.won':
      return 'won'
    case 'payment.dispute.closed':
      return 'closed'
    case 'payment.dispute.lost':
      return isInquiry && !deducted ? 'closed' : 'lost'
    case 'payment.dispute.created':
    case 'payment.dispute.under_review':
    case 'payment.dispute.action_required':
      if (isInquiry) return 'inquiry'
      return CLAIMS.includes(bankPhase) ? 'opened' : null
    default:
      return null
  }
}

/** An event that needs no action. */
function noted(type: string, payload: unknown): GatewayEvent {
  const { data: parts } = z.record(z.string(), z.unknown()).safeParse(payload)
  for (const part of Object.values(parts ?? {})) {
    const { data } = AnyEntity.safeParse(part)
    if (!data) continue
    const { amount, currency } = data.entity
    return { kind: 'noted', type, paymentId: paymentIdOf(payload), amount, currency: currency ?? null }
  }
  return { kind: 'ignored' }
}

/** The payment that a payload names, if it can be read. */
function paymentIdOf(payload: unknown): string | null {
  const own = AnyPayment.safeParse(payload).data?.payment.entity.id
  if (own !== undefined) return own
  const Named = entity(z.object({ payment_id: Id }))
  const { data } = z.object({ refund: loose(Named), dispute: loose(Named) }).safeParse(payload)
  return data?.refund?.entity.payment_id ?? data?.dispute?.entity.payment_id ?? null
}

function referenceOf({
  notes,
  description,
  order_id,
}: Pick<z.output<typeof Payment>, 'notes' | 'description' | 'order_id'>): string | null {
  const [, link] = /^#([A-Za-z0-9]{14})$/.exec(description ?? '') ?? []
  return notes?.funding_id ?? (link === undefined ? (order_id ?? null) : `plink_${link}`)
}
