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
const dispute = { kind: 'disputed', paymentId: payment.paymentId } as const
const reason = 'Dispute disp_NxQ5kX3sQm1D2E: chargeback_authorization'
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
  ['payment-failed', { kind: 'failed', reference: '01J00000000000000000000001', reason: 'BAD_REQUEST_ERROR' }],
  [
    'refund-processed',
    { kind: 'refunded', paymentId: payment.paymentId, refundId: 'rfnd_NxQ1wq5Rk8aB2C', amount: inr('200') },
  ],
  ['payment-dispute-created', { ...dispute, phase: 'opened', reason }],
  ['payment-dispute-lost', { ...dispute, phase: 'lost', reason }],
  ['payment-dispute-won', { ...dispute, phase: 'won', reason }],
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

it.each(['order.paid', 'payment.authorized', 'settlement.processed', 'refund.created'])('ignores %s', (event) => {
  expect(read(recorded('payment-captured').replace('payment.captured', event))).toEqual({ kind: 'ignored' })
})

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

it('reports other currencies unchanged, and refuses fractional amounts', () => {
  const body = recorded('payment-captured')
  expect(read(body.replace('"INR"', '"USD"'))).toMatchObject({ currency: 'USD', amount: inr('500') })
  expect(read(body.replace('50000', '500.5'))).toEqual({ kind: 'malformed' })
  expect(read(body.replace('50000', '"50000"'))).toEqual({ kind: 'malformed' })
})
