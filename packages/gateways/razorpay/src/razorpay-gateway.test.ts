import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inr } from '@parakh/core'
import type { GatewayEvent } from '@parakh/funding/contract'
import { signedRequest } from '@parakh/testkit'
import { testGateway } from '@parakh/testkit/suites'
import Razorpay from 'razorpay'
import { expect, it } from 'vitest'
import { razorpayGateway } from './razorpay-gateway.ts'

const SECRET = 'whsec-of-a-test-0001'
const gateway = razorpayGateway({ secrets: [SECRET] })
const recorded = (name: string): string =>
  readFileSync(new URL(`../test/callbacks/${name}.json`, import.meta.url), 'utf8')
const sign = (body: string) => ({
  'content-type': 'application/json',
  'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
})
const at = new Date('2026-11-18T10:00:00.000Z')
const post = (body: string, headers: Readonly<Record<string, string>>, one = gateway) =>
  one.read(signedRequest({ headers, body: Buffer.from(body) }, at))
const read = (body: string, one = gateway) => post(body, sign(body), one)

const payment = { paymentId: 'pay_NxPQ7sTq1hYk3R', amount: inr('500'), currency: 'INR' } as const
const dispute = {
  kind: 'disputed',
  paymentId: payment.paymentId,
  disputeId: 'disp_NxQ5kX3sQm1D2E',
  amount: inr('500'),
  currency: 'INR',
  reason: 'Dispute disp_NxQ5kX3sQm1D2E: chargeback_authorization',
} as const
const atOf = (name: string) => new Date(JSON.parse(recorded(name)).created_at * 1_000)
const SAMPLES: readonly (readonly [string, GatewayEvent])[] = [
  [
    'payment-captured',
    { kind: 'captured', ...payment, reference: '01J00000000000000000000001', utr: '432198765432', method: 'upi' },
  ],
  [
    'payment-captured-without-notes',
    {
      kind: 'captured',
      ...payment,
      paymentId: 'pay_NxPQ7sTq1hYk9Z',
      reference: 'order_NxPPzF4GmYQw1A',
      utr: null,
      method: 'card',
    },
  ],
  // As the page "Payment Links" of the webhook payloads of razorpay.com/docs has them: the payment has no notes, and an order of Razorpay's own.
  [
    'payment-captured-of-link',
    {
      kind: 'captured',
      ...payment,
      paymentId: 'pay_FOGsH8uHkF2FbR',
      reference: 'plink_FOGqq3O6E5bkml',
      utr: null,
      method: 'card',
    },
  ],
  [
    'payment-link-paid',
    {
      ...({ kind: 'captured', ...payment, paymentId: 'pay_FOGsH8uHkF2FbR' } as const),
      ...{ reference: '01J00000000000000000000001', utr: null, method: 'card' },
    },
  ],
  [
    'payment-failed',
    {
      kind: 'failed',
      reference: '01J00000000000000000000001',
      reason: 'BAD_REQUEST_ERROR',
      paymentId: JSON.parse(recorded('payment-failed')).payload.payment.entity.id,
    },
  ],
  [
    'refund-processed',
    {
      kind: 'refunded',
      paymentId: payment.paymentId,
      refundId: 'rfnd_NxQ1wq5Rk8aB2C',
      amount: inr('200'),
      currency: 'INR',
    },
  ],
  ['payment-dispute-created', { ...dispute, phase: 'opened', at: atOf('payment-dispute-created') }],
  ['payment-dispute-lost', { ...dispute, phase: 'lost', at: atOf('payment-dispute-lost') }],
  ['payment-dispute-won', { ...dispute, phase: 'won', at: atOf('payment-dispute-won') }],
]

testGateway('of Razorpay', {
  gateway,
  sign: (body) => sign(body),
  samples: SAMPLES.map(([name, event]) => ({ body: recorded(name), event })),
})

it.each(SAMPLES)('agrees with the npm package razorpay (validateWebhookSignature) on %s', (name, event) => {
  const body = recorded(name)
  const { 'x-razorpay-signature': signature } = sign(body)
  expect([Razorpay.validateWebhookSignature(body, signature, SECRET), read(body)]).toEqual([true, event])
  const forged = `${signature.slice(0, -1)}${signature.endsWith('0') ? 1 : 0}`
  expect([
    Razorpay.validateWebhookSignature(body, forged, SECRET),
    post(body, { 'x-razorpay-signature': forged }),
  ]).toEqual([false, null])
})

it('is signed as documented: HMAC-SHA256 of the body in hexadecimal, checked by a test vector', () => {
  const headers = { 'x-razorpay-signature': '0c6c7ae0d28dd5bb70b1b31e8f2bbee6d8dd5a3aaa80c8a4b67ac0d9d5b6e4f1' }
  expect(post('{}', headers)).toBeNull()
  // printf '{}' | openssl dgst -sha256 -hmac whsec-of-a-test-0001
  const genuine = { 'x-razorpay-signature': '59cf0c57a0e9e85b1bd57ad5cef2ac9801f85f424b0dca9492e5e3bd050e941b' }
  expect(post('{}', genuine)).toEqual({ kind: 'malformed' })
})

it('accepts the previous secret during a rotation, and no unlisted one', () => {
  const changing = razorpayGateway({ secrets: ['whsec-of-a-test-0002', SECRET] })
  expect(read(recorded('payment-captured'), changing)).toMatchObject({ kind: 'captured' })
  expect(read(recorded('payment-captured'), razorpayGateway({ secrets: ['whsec-of-a-test-0003'] }))).toBeNull()
})

it.each(['order.paid', 'payment.authorized', 'settlement.processed', 'refund.created', 'an.unknown.event'])(
  'notes the money of %s',
  (type) => {
    expect(read(recorded('payment-captured').replace('payment.captured', type))).toEqual({
      kind: 'noted',
      type,
      paymentId: payment.paymentId,
      amount: payment.amount,
      currency: 'INR',
    })
  },
)

it('ignores an event without money', () => {
  expect(read('{"event":"account.activated","payload":{"account":{"entity":{"id":"acc_1"}}}}')).toEqual({
    kind: 'ignored',
  })
})

it('reads a failed payment without its amount, method and notes', () => {
  const body = '{"event":"payment.failed","payload":{"payment":{"entity":{"id":"pay_1","order_id":"order_1"}}}}'
  expect(read(body)).toEqual({ kind: 'failed', reference: 'order_1', reason: 'failed', paymentId: 'pay_1' })
})

it('ignores an event without a payload', () => {
  expect(read('{"event":"account.activated"}')).toEqual({ kind: 'ignored' })
})

it('reads a failed refund', () => {
  expect(read(recorded('refund-processed').replace('refund.processed', 'refund.failed'))).toEqual({
    kind: 'refund_failed',
    paymentId: payment.paymentId,
    refundId: 'rfnd_NxQ1wq5Rk8aB2C',
  })
})

it.each([
  ['created', 'fraud', 'inquiry'],
  ['created', 'retrieval', 'inquiry'],
  ['created', 'chargeback', 'opened'],
  ['created', 'pre_arbitration', 'opened'],
  ['created', 'arbitration', 'opened'],
  ['under_review', 'retrieval', 'inquiry'],
  ['under_review', 'chargeback', 'opened'],
  ['action_required', 'chargeback', 'opened'],
  ['won', 'retrieval', 'won'],
  ['closed', 'fraud', 'closed'],
  ['lost', 'chargeback', 'lost'],
] as const)('reads payment.dispute.%s of the phase %s as %s', (type, bankPhase, phase) => {
  const body = recorded('payment-dispute-lost')
    .replace('payment.dispute.lost', `payment.dispute.${type}`)
    .replace('"phase": "chargeback"', `"phase": "${bankPhase}"`)
  expect(read(body)).toMatchObject({ kind: 'disputed', phase })
})

it.each(['"a_new_phase"', '"a_new_phase", "phase": null', '7'])(
  'does not read a dispute of the unknown phase %s as a claim of the bank',
  (phase) => {
    const body = recorded('payment-dispute-created').replace(/"phase": "\w+"/, `"phase": ${phase}`)
    expect(read(body)).toEqual({
      kind: 'malformed',
      type: 'payment.dispute.created',
      paymentId: payment.paymentId,
    })
  },
)

it('takes of a lost dispute the amount that the bank deducted', () => {
  const lost = recorded('payment-dispute-lost')
  expect(read(lost.replace('"amount_deducted": 50000', '"amount_deducted": 12345'))).toMatchObject({
    phase: 'lost',
    amount: inr('123.45'),
  })
  const quiet = lost
    .replace('"phase": "chargeback"', '"phase": "retrieval"')
    .replace('"amount_deducted": 50000', '"amount_deducted": 0')
  expect(read(quiet)).toMatchObject({ phase: 'closed' })
})

it.each(['null', '7', '"text"', '{ "funding_id": null }', '{ "funding_id": 7 }'])(
  'reads payment_link.paid whose notes are %s',
  (notes) => {
    const body = recorded('payment-link-paid').replaceAll(/"notes": (\{[^}]*\}|\[[^\]]*\])/g, `"notes": ${notes}`)
    expect(read(body)).toMatchObject({ kind: 'captured', reference: 'plink_FOGqq3O6E5bkml' })
  },
)

it('tells the method as one lower-case word, and nothing else that stands in its place', () => {
  const body = recorded('payment-captured')
  for (const [sent, method] of [
    ['"netbanking"', 'netbanking'],
    ['"cardless_emi"', 'cardless_emi'],
    ['"payer@okbank"', null],
    ['"UPI"', null],
    ['"<b>"', null],
    ['7', null],
    ['null', null],
  ] as const)
    expect([sent, read(body.replace('"method": "upi"', `"method": ${sent}`))]).toEqual([
      sent,
      expect.objectContaining({ kind: 'captured', method }),
    ])
})

it('reports other currencies unchanged, and does not read fractional amounts', () => {
  const body = recorded('payment-captured')
  expect(read(body.replace('"INR"', '"USD"'))).toMatchObject({ currency: 'USD', amount: inr('500') })
  const unread = { kind: 'malformed', type: 'payment.captured', paymentId: payment.paymentId }
  expect(read(body.replace('50000', '500.5'))).toEqual(unread)
  expect(read(body.replace('50000', '"50000"'))).toEqual(unread)
})
