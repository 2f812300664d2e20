import { MICRO_RUPEES_PER_PAISA, micro, readCallback, type SignedRequest } from '@parakh/core'
import {
  type GatewayEvent,
  GatewayMethod,
  type GatewayOrders,
  type GatewayPages,
  type PaymentGateway,
} from '@parakh/funding/contract'
import * as z from 'zod'

/** The options of a Stripe gateway. */
export interface StripeOptions {
  /** Signing secrets of the webhook: the current one and, during a rotation, the previous one. At least one, none empty. */
  readonly secrets: readonly string[]
  /** Absent: no orders are created at the gateway. */
  readonly orders?: GatewayOrders
  /** Absent: it has no pages. */
  readonly pages?: GatewayPages
}

/** The tolerance of Stripe's own libraries. */
const STALE_SECONDS = 300
const SECOND_MS = 1_000
/** Currencies whose amounts have no smaller unit at Stripe. Amounts of all others are in hundredths. */
const WHOLE_CURRENCIES = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' ')
const HUNDREDTHS = 100

const Id = z.string().regex(/^\w{1,64}$/)
/** An id, or the object where the endpoint's version of the API expands it. */
const Ref = z.union([Id, z.object({ id: Id }).transform(({ id }) => id)])
const Code = z.string().regex(/^[\x20-\x7e]{0,200}$/)
const Amount = z
  .int()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER / MICRO_RUPEES_PER_PAISA / HUNDREDTHS)
const Currency = z
  .string()
  .regex(/^[a-z]{3}$/)
  .transform((code) => code.toUpperCase())
const Metadata = z.object({ funding_id: Id.optional().catch(undefined) })

const Intent = z.object({ id: Id, metadata: Metadata })
/** The methods that its page offered. How it was paid is of the charge, which the event does not have: of one method alone it is known. */
const Methods = z
  .tuple([GatewayMethod])
  .nullish()
  .catch(null)
  .transform((methods) => methods?.[0] ?? null)
const Succeeded = Intent.extend({
  ...{ amount_received: Amount, currency: Currency, latest_charge: Ref },
  payment_method_types: Methods,
})
const Failed = Intent.extend({
  last_payment_error: z
    .object({ code: Code.nullish().catch(null) })
    .nullish()
    .catch(null),
})
const Refund = z.object({
  id: Id,
  charge: Ref.nullable(),
  amount: Amount,
  currency: Currency,
  status: z.string().nullable(),
})
const Dispute = z.object({ id: Id, charge: Ref, reason: Code.nullish().catch(null), status: z.string() })

const event = <const T extends readonly string[], S extends z.ZodType>(types: T, object: S) =>
  z.object({ type: z.enum(types), data: z.object({ object }) })
const REFUNDS = ['refund.created', 'refund.updated', 'charge.refund.updated'] as const
const TYPES: readonly string[] = [
  ...['payment_intent.succeeded', 'payment_intent.payment_failed', ...REFUNDS],
  ...['charge.dispute.created', 'charge.dispute.closed'],
]
const IGNORED: GatewayEvent = { kind: 'ignored' }

const Callback = z.union([
  event(['payment_intent.succeeded'], Succeeded).transform(({ data: { object } }): GatewayEvent => {
    const { id, metadata, amount_received, currency, latest_charge: paymentId, payment_method_types: method } = object
    const amount = amountOf(amount_received, currency)
    return { kind: 'captured', paymentId, amount, currency, reference: metadata.funding_id ?? id, utr: null, method }
  }),
  event(['payment_intent.payment_failed'], Failed).transform(({ data: { object } }): GatewayEvent => {
    const { id, metadata, last_payment_error: error } = object
    return { kind: 'failed', reference: metadata.funding_id ?? id, reason: error?.code ?? 'failed' }
  }),
  event(REFUNDS, Refund).transform(({ data: { object } }): GatewayEvent => {
    const { id: refundId, charge: paymentId, amount, currency, status } = object
    if (status !== 'succeeded' || paymentId === null) return IGNORED
    return { kind: 'refunded', paymentId, refundId, amount: amountOf(amount, currency) }
  }),
  event(['charge.dispute.created', 'charge.dispute.closed'], Dispute).transform(
    ({ type, data: { object } }): GatewayEvent => {
      const { id, charge: paymentId, reason, status } = object
      const phase = type === 'charge.dispute.created' ? 'opened' : status === 'lost' ? 'lost' : 'won'
      return { kind: 'disputed', paymentId, phase, reason: `Dispute ${id}: ${reason ?? 'no reason given'}` }
    },
  ),
  z.object({ type: z.string().refine((type) => !TYPES.includes(type)) }).transform(() => IGNORED),
])

/**
 * The Stripe payment gateway. `Stripe-Signature` has a time and HMAC-SHA256 signatures of that time and the raw body; it is refused when it is
 * older than 300 s. A payment is a charge; the metadata `funding_id` of its PaymentIntent, else the intent's id, identifies the order.
 *
 * @example
 * stripeGateway({ secrets: [process.env.STRIPE_WEBHOOK_SECRET] })
 */
export const stripeGateway = ({ secrets, orders, pages }: StripeOptions): PaymentGateway => ({
  label: 'Stripe',
  ...(orders ? { orders } : {}),
  ...(pages ? { pages } : {}),
  read(callback) {
    if (!isGenuine(callback, secrets)) return null
    return readCallback(Callback, callback.body) ?? { kind: 'malformed' }
  },
})

function isGenuine({ headers, body, at, hmac, equal }: SignedRequest, secrets: readonly string[]): boolean {
  const fields = (headers['stripe-signature'] ?? '').split(',').map((field) => field.split('=', 2))
  const valuesOf = (name: string) =>
    fields.flatMap(([key, value]) => (key === name && value !== undefined ? [value] : []))
  const [time = ''] = valuesOf('t')
  if (!/^\d{1,12}$/.test(time)) return false
  const signed = Buffer.concat([Buffer.from(`${time}.`), body])
  const given = valuesOf('v1')
  const genuine = secrets.flatMap((secret) => {
    const expected = hmac('sha256', secret, signed)
    return given.map((signature) => equal(expected, signature))
  })
  return genuine.includes(true) && Math.floor(at.getTime() / SECOND_MS) - Number(time) <= STALE_SECONDS
}

/** From the smallest unit of the currency. */
function amountOf(units: number, currency: string) {
  return micro(units * MICRO_RUPEES_PER_PAISA * (WHOLE_CURRENCIES.includes(currency) ? HUNDREDTHS : 1))
}
