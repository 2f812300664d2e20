import { inr, micro } from '@parakh/core'
import type { GatewayEvent } from '@parakh/funding/contract'
import { signedRequest } from '@parakh/testkit'
import { testGateway } from '@parakh/testkit/suites'
import Stripe from 'stripe'
import { expect, it } from 'vitest'
import { stripeGateway } from './stripe-gateway.ts'

const SECRET = 'whsec_of_a_test_0001'
const FUNDING = '01J00000000000000000000001'
const AT = new Date('2026-11-18T10:00:00.000Z')
const SECOND_MS = 1_000
const gateway = stripeGateway({ secrets: [SECRET] })
const { webhooks } = new Stripe('sk_test_of_a_test')

/** The header that the npm package stripe makes for its users' tests. */
const sign = (payload: string, at = AT, secret = SECRET) => ({
  'content-type': 'application/json; charset=utf-8',
  'stripe-signature': webhooks.generateTestHeaderString({ payload, secret, timestamp: at.getTime() / SECOND_MS }),
})
const post = (body: string, headers: Readonly<Record<string, string>>, at = AT, one = gateway) =>
  one.read(signedRequest({ headers, body: Buffer.from(body) }, at))
const read = (body: string) => post(body, sign(body))

/** An event as the npm package stripe 23.1.0 types it and docs.stripe.com/api/events shows it, with the fields that are read. */
const event = (type: Stripe.Event['type'] | 'charge.refund.updated', object: object): string =>
  JSON.stringify({
    ...{
      id: 'evt_1NG8Du2eZvKYlo2CUI79vXWy',
      object: 'event',
      api_version: '2026-10-28.endive',
      created: 1_763_460_000,
    },
    ...{ livemode: true, pending_webhooks: 1, request: { id: null, idempotency_key: null }, type, data: { object } },
  })
const intent = {
  ...{ id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', object: 'payment_intent', amount: 50_000, amount_received: 50_000 },
  ...{
    currency: 'inr',
    status: 'succeeded',
    metadata: { funding_id: FUNDING },
    latest_charge: 'ch_3MmlLrLkdIwHu7ix0snN0B15',
  },
} as const satisfies Partial<Stripe.PaymentIntent>
const refund = {
  ...{
    id: 're_1Nispe2eZvKYlo2Cd31jOCgZ',
    object: 'refund',
    amount: 20_000,
    charge: intent.latest_charge,
    currency: 'inr',
  },
  ...{ payment_intent: intent.id, reason: null, status: 'succeeded', metadata: {} },
} as const satisfies Partial<Stripe.Refund>
const dispute = {
  ...{
    id: 'du_1MtJUT2eZvKYlo2CNaw2HvEv',
    object: 'dispute',
    amount: 50_000,
    charge: intent.latest_charge,
    currency: 'inr',
  },
  ...{ payment_intent: intent.id, reason: 'fraudulent', status: 'needs_response', metadata: {} },
} as const satisfies Partial<Stripe.Dispute>
const declined = {
  ...intent,
  status: 'requires_payment_method',
  latest_charge: null,
  last_payment_error: { code: 'card_declined' },
}

const payment = {
  ...{ paymentId: intent.latest_charge, amount: inr('500'), currency: 'INR', utr: null, method: null },
} as const
const disputed = {
  kind: 'disputed',
  paymentId: payment.paymentId,
  disputeId: dispute.id,
  amount: inr('500'),
  currency: 'INR',
  at: new Date(1_763_460_000_000),
  reason: `Dispute ${dispute.id}: fraudulent`,
} as const
const refunded = {
  kind: 'refunded',
  paymentId: payment.paymentId,
  refundId: refund.id,
  amount: inr('200'),
  currency: 'INR',
} as const
const refundFailed = { kind: 'refund_failed', paymentId: payment.paymentId, refundId: refund.id } as const
const SAMPLES: readonly (readonly [string, string, GatewayEvent])[] = [
  ['a payment', event('payment_intent.succeeded', intent), { kind: 'captured', ...payment, reference: FUNDING }],
  [
    'a payment of the only method that was offered',
    event('payment_intent.succeeded', { ...intent, payment_method_types: ['card'] }),
    { kind: 'captured', ...payment, reference: FUNDING, method: 'card' },
  ],
  [
    'a payment of one of several methods',
    event('payment_intent.succeeded', { ...intent, payment_method_types: ['card', 'link'] }),
    { kind: 'captured', ...payment, reference: FUNDING },
  ],
  [
    'a payment without our metadata, whose charge is expanded',
    event('payment_intent.succeeded', { ...intent, metadata: {}, latest_charge: { id: intent.latest_charge } }),
    { kind: 'captured', ...payment, reference: intent.id },
  ],
  [
    'a declined payment',
    event('payment_intent.payment_failed', declined),
    { kind: 'failed', reference: FUNDING, reason: 'card_declined', paymentId: null },
  ],
  ['a refund', event('refund.created', refund), refunded],
  ['a refund that succeeded later', event('refund.updated', refund), refunded],
  ['a refund of an older API', event('charge.refund.updated', refund), refunded],
  ['a refund that failed', event('refund.failed', { ...refund, status: 'failed' }), refundFailed],
  ['a refund that was cancelled', event('refund.updated', { ...refund, status: 'canceled' }), refundFailed],
  [
    'an inquiry',
    event('charge.dispute.created', { ...dispute, status: 'warning_needs_response' }),
    { ...disputed, phase: 'inquiry' },
  ],
  ['a dispute', event('charge.dispute.created', dispute), { ...disputed, phase: 'opened' }],
  ['a lost dispute', event('charge.dispute.closed', { ...dispute, status: 'lost' }), { ...disputed, phase: 'lost' }],
  ['a won dispute', event('charge.dispute.closed', { ...dispute, status: 'won' }), { ...disputed, phase: 'won' }],
  [
    'a closed inquiry',
    event('charge.dispute.closed', { ...dispute, status: 'warning_closed' }),
    { ...disputed, phase: 'closed' },
  ],
]

testGateway('of Stripe', {
  gateway,
  sign,
  staleAfterSeconds: 300,
  samples: SAMPLES.map(([, body, told]) => ({ body, event: told })),
})

const accepted = (body: string, header: string, at: Date): boolean => {
  try {
    return webhooks.constructEvent(body, header, SECRET, undefined, undefined, at.getTime()).object === 'event'
  } catch {
    return false
  }
}
it.each(SAMPLES)('agrees with the npm package stripe (constructEvent) on %s', (_, body, told) => {
  const { 'stripe-signature': header } = sign(body)
  for (const seconds of [0, 299, 300, 301, -301]) {
    const at = new Date(AT.getTime() + seconds * SECOND_MS)
    expect([seconds, accepted(body, header, at)]).toEqual([seconds, seconds <= 300])
    expect([seconds, post(body, sign(body), at)]).toEqual([seconds, seconds <= 300 ? told : null])
  }
  const moved = { 'stripe-signature': header.replace(/t=\d+/, `t=${AT.getTime() / SECOND_MS + 1}`) }
  expect([accepted(body, moved['stripe-signature'], AT), post(body, moved)]).toEqual([false, null])
})

it('is signed as documented: HMAC-SHA256 of the time, a dot and the body, checked by a test vector', () => {
  // printf '1763460000.{}' | openssl dgst -sha256 -hmac whsec_of_a_test_0001
  const signature = '239b47bfe58b3c2718f06998162a53b542ea9641a66b2f20ecdc947fcb8f1bb9'
  const at = new Date(1_763_460_000_000)
  const header = (text: string) => ({ 'stripe-signature': text })
  expect(post('{}', header(`t=1763460000,v1=${signature}`), at)).toEqual({ kind: 'malformed' })
  const zeros = '0'.repeat(64)
  expect(post('{}', header(`t=1763460000,v1=${zeros},v1=${signature},v0=${zeros}`), at)).toEqual({ kind: 'malformed' })
  for (const refused of [
    `t=1763460000,v0=${signature}`,
    `v1=${signature}`,
    `t=,v1=${signature}`,
    `t=x,v1=${signature}`,
  ])
    expect([refused, post('{}', header(refused), at)]).toEqual([refused, null])
})

it('accepts the previous secret during a rotation, and no unlisted one', () => {
  const [, body, told] = SAMPLES[0] ?? []
  const changing = stripeGateway({ secrets: ['whsec_of_a_test_0002', SECRET] })
  expect(post(body ?? '', sign(body ?? ''), AT, changing)).toEqual(told)
  expect(post(body ?? '', sign(body ?? '', AT, 'whsec_of_a_test_0003'), AT, changing)).toBeNull()
})

it.each([
  ['charge.succeeded', intent],
  ['payment_intent.created', intent],
  ['charge.refunded', refund],
  ['refund.updated', { ...refund, status: 'pending' }],
  ['refund.updated', { ...refund, status: 'requires_action' }],
  ['checkout.session.completed', { id: 'cs_1', amount_total: 50_000, currency: 'inr' }],
] as const)('notes the money of %s', (type, object) => {
  expect(read(event(type, object))).toMatchObject({ kind: 'noted', type, currency: 'INR' })
})

it('ignores an event without money', () => {
  expect(read(event('customer.created', { id: 'cus_1' }))).toEqual({ kind: 'ignored' })
})

it.each([
  ['warning_needs_response', 'inquiry'],
  ['warning_under_review', 'inquiry'],
  ['warning_closed', 'closed'],
  ['needs_response', 'opened'],
  ['under_review', 'opened'],
  ['appeal_needs_response', 'opened'],
  ['prevented', 'closed'],
  ['won', 'won'],
  ['lost', 'lost'],
] as const)('reads a dispute of the status %s as %s, whichever event brings it', (status, phase) => {
  for (const name of ['created', 'updated', 'closed', 'funds_withdrawn', 'funds_reinstated'] as const)
    expect(read(event(`charge.dispute.${name}`, { ...dispute, status }))).toEqual({ ...disputed, phase })
})

it('reads an early fraud warning as an inquiry', () => {
  const warning = { id: 'issfr_1', charge: intent.latest_charge, fraud_type: 'misc' }
  expect(read(event('radar.early_fraud_warning.created', warning))).toMatchObject({
    kind: 'disputed',
    phase: 'inquiry',
    disputeId: 'issfr_1',
  })
})

it('reads a failed refund without its amount', () => {
  const { amount: _, ...failed } = { ...refund, status: 'failed' }
  expect(read(event('refund.failed', failed))).toEqual(refundFailed)
})

it('does not read a refund without a charge, or of an unknown status', () => {
  const unread = { kind: 'malformed', type: 'refund.updated' }
  expect(read(event('refund.updated', { ...refund, charge: null }))).toMatchObject(unread)
  expect(read(event('refund.updated', { ...refund, status: 'a_new_status' }))).toMatchObject(unread)
})

it('does not read a dispute of an unknown status', () => {
  expect(read(event('charge.dispute.updated', { ...dispute, status: 'a_new_status' }))).toEqual({
    kind: 'malformed',
    type: 'charge.dispute.updated',
    paymentId: intent.latest_charge,
  })
})

it('reads a session whose payment failed later, and an intent that was cancelled', () => {
  expect(read(event('checkout.session.async_payment_failed', { client_reference_id: FUNDING }))).toEqual({
    kind: 'failed',
    reference: FUNDING,
    reason: 'failed',
    paymentId: null,
  })
  const canceled = { ...intent, status: 'canceled', latest_charge: null, cancellation_reason: 'expired' }
  expect(read(event('payment_intent.canceled', canceled))).toMatchObject({ kind: 'failed', reason: 'expired' })
})

it('reports other currencies unchanged, in millionths, and does not read amounts that are none', () => {
  const paid = (more: object) => read(event('payment_intent.succeeded', { ...intent, ...more }))
  expect(paid({ currency: 'usd' })).toMatchObject({ currency: 'USD', amount: inr('500') })
  expect(paid({ currency: 'jpy' })).toMatchObject({ currency: 'JPY', amount: micro(50_000_000_000) })
  for (const amount_received of [500.5, '50000', -1, Number.MAX_SAFE_INTEGER])
    expect(paid({ amount_received })).toMatchObject({ kind: 'malformed', paymentId: intent.latest_charge })
  expect(paid({ latest_charge: null })).toMatchObject({ kind: 'malformed', paymentId: null })
})
