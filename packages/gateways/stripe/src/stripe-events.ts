import { MICRO_RUPEES_PER_PAISA, type Money, micro, readCallback } from '@parakh/core'
import { type DisputePhase, type GatewayEvent, GatewayMethod } from '@parakh/funding/contract'
import * as z from 'zod'

const SECOND_MS = 1_000
/** Currencies whose amounts have no smaller unit at Stripe. Amounts of all others are in hundredths. */
const WHOLE_CURRENCIES = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const HUNDREDTHS = 100
const MALFORMED: GatewayEvent = { kind: 'malformed' }

/** A field that no event needs: missing, null or of another type, it is null. */
const loose = <T extends z.ZodType>(schema: T) => schema.nullish().catch(null)
const Id = z.string().regex(/^\w{1,64}$/)
/** An id, or the object where the endpoint's version of the API expands it. */
const Ref = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])
const Code = loose(z.string().regex(/^[\x20-\x7e]{0,200}$/))
const Units = z
  .int()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER / MICRO_RUPEES_PER_PAISA / HUNDREDTHS)
const Currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .transform((code) => code.toUpperCase())
const Intent = z.object({ id: loose(Id), metadata: loose(z.object({ funding_id: loose(Id) })) })
/** The methods that its page offered. How it was paid is of the charge, which the event does not have: of one method alone it is known. */
const Methods = loose(z.tuple([GatewayMethod])).transform((methods) => methods?.[0] ?? null)
const Succeeded = Intent.extend({
  amount_received: Units,
  currency: Currency,
  latest_charge: Ref,
  payment_method_types: Methods,
})
const Failed = Intent.extend({
  last_payment_error: loose(z.object({ code: Code, charge: loose(Ref) })),
  latest_charge: loose(Ref),
  cancellation_reason: Code,
})
const FailedSession = z.object({ client_reference_id: Id })
const Refund = z.object({
  id: Id,
  charge: loose(Ref),
  amount: z.unknown().optional(),
  currency: loose(Currency),
  status: loose(z.string()),
})
const Dispute = z.object({
  id: Id,
  charge: Ref,
  amount: loose(Units),
  currency: loose(Currency),
  reason: Code,
  status: z.string(),
})
const Warning = z.object({ id: Id, charge: Ref, fraud_type: Code })
const Callback = z.object({
  type: z.string().regex(/^[\x21-\x7e]{1,64}$/),
  created: loose(z.int().positive().max(100_000_000_000)),
  data: loose(z.object({ object: z.unknown().optional() })),
})
const PHASES: Readonly<Record<string, DisputePhase>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'closed',
  prevented: 'closed',
  needs_response: 'opened',
  under_review: 'opened',
  appeal_needs_response: 'opened',
  appeal_under_review: 'opened',
  won: 'won',
  lost: 'lost',
}

/** Reads the body of a genuine event, by docs.stripe.com/api/events. */
export function readStripeEvent(body: Uint8Array): GatewayEvent {
  const callback = readCallback(Callback, body)
  if (!callback) return MALFORMED
  const { type, created, data } = callback
  const at = created === null || created === undefined ? null : new Date(created * SECOND_MS)
  const event = eventOf(type, data?.object, at)
  return event ?? { kind: 'malformed', type, paymentId: chargeOf(data?.object) }
}

/** @returns Null: what the event needs cannot be read. */
function eventOf(type: string, object: unknown, at: Date | null): GatewayEvent | null {
  switch (type) {
    case 'payment_intent.succeeded':
      return captured(Succeeded.safeParse(object).data)
    case 'payment_intent.payment_failed':
    case 'payment_intent.canceled':
      return failed(Failed.safeParse(object).data)
    case 'checkout.session.async_payment_failed': {
      const reference = FailedSession.safeParse(object).data?.client_reference_id
      return reference === undefined ? null : { kind: 'failed', reference, reason: 'failed', paymentId: null }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return refunded(type, Refund.safeParse(object).data)
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return disputed(Dispute.safeParse(object).data, at)
    case 'radar.early_fraud_warning.created':
    case 'radar.early_fraud_warning.updated':
      return warned(Warning.safeParse(object).data, at)
    default:
      return noted(type, object)
  }
}

function captured(intent: z.output<typeof Succeeded> | undefined): GatewayEvent | null {
  if (!intent) return null
  const { amount_received, currency, latest_charge: paymentId, payment_method_types: method } = intent
  const amount = amountOf(amount_received, currency)
  return { kind: 'captured', paymentId, amount, currency, reference: referenceOf(intent), utr: null, method }
}

function failed(intent: z.output<typeof Failed> | undefined): GatewayEvent | null {
  const reference = intent ? referenceOf(intent) : null
  if (!intent || reference === null) return null
  const { last_payment_error: error, latest_charge, cancellation_reason } = intent
  const paymentId = error?.charge ?? latest_charge ?? null
  return { kind: 'failed', reference, reason: error?.code ?? cancellation_reason ?? 'failed', paymentId }
}

function refunded(type: string, refund: z.output<typeof Refund> | undefined): GatewayEvent | null {
  if (!refund) return null
  const { id: refundId, charge, status } = refund
  const paymentId = charge ?? null
  const money = refundedMoney(refund)
  switch (status ?? (type === 'refund.failed' ? 'failed' : '')) {
    case 'failed':
    case 'canceled':
      return paymentId === null ? null : { kind: 'refund_failed', paymentId, refundId }
    case 'succeeded':
      return paymentId === null || !money ? null : { kind: 'refunded', paymentId, refundId, ...money }
    case 'pending':
    case 'requires_action':
      return money && { kind: 'noted', type, paymentId, ...money }
    default:
      return null
  }
}

function refundedMoney({ amount, currency = null }: z.output<typeof Refund>) {
  const { data } = Units.safeParse(amount)
  return data === undefined ? null : { amount: amountOf(data, currency ?? 'INR'), currency }
}

/** The status tells the phase, whichever event brings it. */
function disputed(dispute: z.output<typeof Dispute> | undefined, at: Date | null): GatewayEvent | null {
  const phase = dispute ? PHASES[dispute.status] : undefined
  if (!dispute || phase === undefined) return null
  const { id, charge: paymentId, amount: units, currency, reason } = dispute
  if (phase === 'lost' && !units) return null
  return {
    kind: 'disputed',
    paymentId,
    disputeId: id,
    phase,
    amount: units === null || units === undefined ? null : amountOf(units, currency ?? 'INR'),
    currency: currency ?? null,
    at,
    reason: `Dispute ${id}: ${reason ?? 'no reason given'}`,
  }
}

/** An early fraud warning claims no money. */
function warned(warning: z.output<typeof Warning> | undefined, at: Date | null): GatewayEvent | null {
  if (!warning) return null
  const { id, charge: paymentId, fraud_type } = warning
  const reason = `Early fraud warning ${id}: ${fraud_type ?? 'no reason given'}`
  return { kind: 'disputed', paymentId, disputeId: id, phase: 'inquiry', amount: null, currency: null, at, reason }
}

/** An event that needs no action. */
function noted(type: string, object: unknown): GatewayEvent {
  const Fields = z.object({ amount: loose(Units), amount_total: loose(Units), currency: loose(Currency) })
  const { amount, amount_total, currency } = Fields.safeParse(object).data ?? {}
  const units = amount ?? amount_total ?? null
  if (units === null) return { kind: 'ignored' }
  const money = amountOf(units, currency ?? 'INR')
  return { kind: 'noted', type, paymentId: chargeOf(object), amount: money, currency: currency ?? null }
}

/** The charge that an object names, if it can be read. */
function chargeOf(object: unknown): string | null {
  const Charged = z.object({ charge: loose(Ref), latest_charge: loose(Ref), id: loose(Id), object: loose(z.string()) })
  const { charge, latest_charge, id, object: kind } = Charged.safeParse(object).data ?? {}
  return charge ?? latest_charge ?? (kind === 'charge' ? (id ?? null) : null)
}

const referenceOf = ({ metadata, id }: z.output<typeof Intent>): string | null => metadata?.funding_id ?? id ?? null

/** From the smallest unit of the currency. */
const amountOf = (units: number, currency: string): Money =>
  micro(units * MICRO_RUPEES_PER_PAISA * (WHOLE_CURRENCIES.includes(currency) ? HUNDREDTHS : 1))
