import { createHmac } from 'node:crypto'
import { inr } from '@parakh/core'
import type { GatewayEvent } from '@parakh/funding/contract'
import { signedRequest } from '@parakh/testkit'
import { testGateway } from '@parakh/testkit/suites'
import { Cashfree, CFEnvironment, type DisputesEntity, type PaymentWebhook, type RefundWebhook } from 'cashfree-pg'
import { expect, it } from 'vitest'
import { cashfreeGateway } from './cashfree-gateway.ts'

const SECRET = 'cfsk_ma_prod_of_a_test_0001'
const FUNDING = '01J00000000000000000000001'
const AT = new Date('2026-11-18T10:00:00.000Z')
const SECOND_MS = 1_000
const STALE_SECONDS = 3_600
const gateway = cashfreeGateway({ secrets: [SECRET], staleAfterSeconds: STALE_SECONDS })

/** As the pages "Signature Verification" and "Payment Webhooks" of www.cashfree.com/docs describe the headers. */
const sign = (body: string, at = AT, secret = SECRET) => ({
  ...{ 'content-type': 'application/json', 'x-webhook-attempt': '1', 'x-webhook-timestamp': `${at.getTime()}` },
  'x-webhook-signature': createHmac('sha256', secret).update(`${at.getTime()}${body}`).digest('base64'),
})
const post = (body: string, headers: Readonly<Record<string, string>>, at = AT, one = gateway) =>
  one.read(signedRequest({ headers, body: Buffer.from(body) }, at))
const read = (body: string) => post(body, sign(body))

/** The samples of the pages "Payment Webhooks", "Refund Webhooks" and "Dispute Webhooks" of www.cashfree.com/docs, of the version 2023-08-01. */
const success = {
  data: {
    order: { order_id: FUNDING, order_amount: 500.1, order_currency: 'INR' },
    payment: {
      ...{ cf_payment_id: '1453002795', payment_status: 'SUCCESS', payment_amount: 500.1, payment_currency: 'INR' },
      ...{ payment_message: '00::Transaction success', payment_time: '2026-11-18T15:20:29+05:30' },
      ...{ bank_reference: '234928698581', payment_group: 'upi' },
      payment_method: { upi: { channel: 'link', upi_id: 'payer@okbank' } },
    },
    customer_details: { customer_id: '7112AAA812234', customer_phone: '9908734801' },
  },
  ...{ event_time: '2026-11-18T15:30:00+05:30', type: 'PAYMENT_SUCCESS_WEBHOOK' },
} as const satisfies PaymentWebhook
const failed = {
  data: {
    order: success.data.order,
    payment: { cf_payment_id: '1453002796', payment_status: 'FAILED', payment_amount: 500.1, payment_currency: 'INR' },
    error_details: {
      error_code: 'TRANSACTION_DECLINED',
      error_description: 'issuer bank declined',
      error_source: 'bank',
    },
  },
  ...{ event_time: success.event_time, type: 'PAYMENT_FAILED_WEBHOOK' },
} as const satisfies PaymentWebhook
const refund = {
  data: {
    refund: {
      ...{ cf_refund_id: '11325632', cf_payment_id: success.data.payment.cf_payment_id, refund_id: 'refund_1' },
      ...{ order_id: FUNDING, refund_amount: 200.05, refund_currency: 'INR', entity: 'refund' },
      ...{ refund_type: 'MERCHANT_INITIATED', refund_status: 'SUCCESS', refund_mode: 'STANDARD' },
    },
  },
  ...{ event_time: success.event_time, type: 'REFUND_STATUS_WEBHOOK' },
} as const satisfies RefundWebhook
const dispute = (type: string, dispute_status: NonNullable<DisputesEntity['dispute_status']>) => ({
  data: {
    dispute: {
      ...{ dispute_id: '433475258', dispute_type: 'CHARGEBACK', reason_code: '1402', reason_description: 'Duplicate' },
      ...{ dispute_amount: 3, dispute_status },
    },
    order_details: { order_id: FUNDING, order_amount: 3, order_currency: 'INR', cf_payment_id: 1_453_002_795 },
  },
  ...{ event_time: success.event_time, type },
})

const disputeData = (dispute_status: string) => {
  const { data } = dispute('DISPUTE_CREATED', 'CHARGEBACK_CREATED')
  return { ...data, dispute: { ...data.dispute, dispute_status } }
}

const payment = { paymentId: 'cf_1453002795', amount: inr('500.10'), currency: 'INR', reference: FUNDING } as const
const disputed = {
  kind: 'disputed',
  paymentId: payment.paymentId,
  disputeId: 'cf_dispute_433475258',
  amount: inr('3'),
  currency: null,
  at: new Date(success.event_time),
  reason: 'Dispute 433475258: 1402',
} as const
const refundIds = { paymentId: payment.paymentId, refundId: 'cf_refund_11325632' } as const
const refundWith = (more: object) => JSON.stringify({ ...refund, data: { refund: { ...refund.data.refund, ...more } } })
const autoRefund = JSON.stringify({
  ...refund,
  type: 'AUTO_REFUND_STATUS_WEBHOOK',
  data: { auto_refund: { ...refund.data.refund, refund_type: 'PAYMENT_AUTO_REFUND' } },
})
const { order, payment: paid } = success.data
const SAMPLES: readonly (readonly [string, string, GatewayEvent])[] = [
  ['a payment by UPI', JSON.stringify(success), { kind: 'captured', ...payment, utr: '234928698581', method: 'upi' }],
  [
    'a payment by card, with a numeric id and an amount of two zeros, as the version 2021-09-21 has them',
    JSON.stringify({ ...success, data: { ...success.data, payment: { ...paid, payment_group: 'credit_card' } } })
      .replace('"1453002795"', '1453002795')
      .replace('"payment_amount":500.1', '"payment_amount":500.00'),
    { kind: 'captured', ...payment, amount: inr('500'), utr: null, method: 'credit_card' },
  ],
  [
    'a payment of an order made elsewhere that carries our tag',
    JSON.stringify({
      ...success,
      data: { ...success.data, order: { ...order, order_id: 'shop-7', order_tags: { funding_id: FUNDING } } },
    }),
    { kind: 'captured', ...payment, utr: '234928698581', method: 'upi' },
  ],
  [
    'a payment on a page, whose order has an id of Cashfree\'s and names the link, as the page "Payment Webhooks" shows it',
    JSON.stringify({
      ...success,
      data: {
        ...success.data,
        order: { ...order, order_id: 'CFPay_g47u3888d0k0_tblfm766qc', order_tags: { cf_link_id: '13746255' } },
      },
    }),
    { kind: 'captured', ...payment, reference: 'cf_link_13746255', utr: '234928698581', method: 'upi' },
  ],
  [
    'a failed payment',
    JSON.stringify(failed),
    {
      kind: 'failed',
      reference: FUNDING,
      reason: 'TRANSACTION_DECLINED',
      paymentId: 'cf_1453002796',
    },
  ],
  [
    'a payment that its payer left',
    JSON.stringify({ ...failed, data: { order }, type: 'PAYMENT_USER_DROPPED_WEBHOOK' }),
    { kind: 'failed', reference: FUNDING, reason: 'user_dropped', paymentId: null },
  ],
  ['a refund', JSON.stringify(refund), { kind: 'refunded', ...refundIds, amount: inr('200.05'), currency: 'INR' }],
  [
    'a refund with numeric ids and an amount of two zeros, as the page "Refund Webhooks" shows it',
    JSON.stringify(refund)
      .replace(/"(11325632|1453002795)"/g, '$1')
      .replace('"refund_amount":200.05', '"refund_amount":2.00'),
    { kind: 'refunded', ...refundIds, amount: inr('2'), currency: 'INR' },
  ],
  ['a refund that was cancelled', refundWith({ refund_status: 'CANCELLED' }), { kind: 'refund_failed', ...refundIds }],
  ['an automatic refund', autoRefund, { kind: 'refunded', ...refundIds, amount: inr('200.05'), currency: 'INR' }],
  ['a retrieval', JSON.stringify(dispute('DISPUTE_CREATED', 'RETRIEVAL_CREATED')), { ...disputed, phase: 'inquiry' }],
  ['a dispute', JSON.stringify(dispute('DISPUTE_CREATED', 'CHARGEBACK_CREATED')), { ...disputed, phase: 'opened' }],
  [
    'a lost dispute',
    JSON.stringify(dispute('DISPUTE_CLOSED', 'CHARGEBACK_MERCHANT_LOST')),
    { ...disputed, phase: 'lost' },
  ],
  [
    'a dispute that was accepted',
    JSON.stringify(dispute('DISPUTE_CLOSED', 'DISPUTE_MERCHANT_ACCEPTED')),
    { ...disputed, phase: 'lost' },
  ],
  [
    'a won dispute',
    JSON.stringify(dispute('DISPUTE_CLOSED', 'PRE_ARBITRATION_MERCHANT_WON')),
    { ...disputed, phase: 'won' },
  ],
]

testGateway('of Cashfree', {
  gateway,
  sign,
  staleAfterSeconds: STALE_SECONDS,
  samples: SAMPLES.map(([, body, event]) => ({ body, event })),
})

/** Without its reports of errors to its vendor. */
const client = new Cashfree(CFEnvironment.SANDBOX, 'TEST0001', SECRET, undefined, undefined, undefined, false)
const accepted = (body: string, headers: ReturnType<typeof sign>): boolean => {
  try {
    client.PGVerifyWebhookSignature(headers['x-webhook-signature'], body, headers['x-webhook-timestamp'])
    return true
  } catch {
    return false
  }
}
it.each(SAMPLES)('agrees with the npm package cashfree-pg (PGVerifyWebhookSignature) on %s', (_, body, event) => {
  const headers = sign(body)
  expect([accepted(body, headers), read(body)]).toEqual([true, event])
  const redated = { ...headers, 'x-webhook-timestamp': `${AT.getTime() + 1}` }
  for (const [text, forged] of [
    [`${body} `, headers],
    [body, redated],
    [body, sign(body, AT, 'another secret of a test')],
  ] as const)
    expect([accepted(text, forged), post(text, forged)]).toEqual([false, null])
})

it('is signed as documented: the base64 of HMAC-SHA256 of the time and the body, checked by a test vector', () => {
  // printf '1617695238078{}' | openssl dgst -sha256 -hmac cfsk_ma_prod_of_a_test_0001 -binary | base64
  const genuine = {
    'x-webhook-timestamp': '1617695238078',
    'x-webhook-signature': 'lNBbxYVO+VEnYw19NYB31RePihsSIlKxMrpaZPohyPM=',
  }
  const at = new Date(1_617_695_238_078)
  expect(post('{}', genuine, at)).toEqual({ kind: 'malformed' })
  for (const time of ['', '1617695238078.0', ' 1617695238078', 'x'])
    expect([time, post('{}', { ...genuine, 'x-webhook-timestamp': time }, at)]).toEqual([time, null])
  const lenient = genuine['x-webhook-signature'].replace('=', '')
  expect(post('{}', { ...genuine, 'x-webhook-signature': lenient }, at)).toBeNull()
})

it('accepts the previous secret during a rotation, and no unlisted one', () => {
  const [, body = '', event] = SAMPLES[0] ?? []
  const changing = cashfreeGateway({ secrets: ['cfsk_ma_prod_of_a_test_0002', SECRET], staleAfterSeconds: 300 })
  expect(post(body, sign(body), AT, changing)).toEqual(event)
  expect(post(body, sign(body, AT, 'cfsk_ma_prod_of_a_test_0003'), AT, changing)).toBeNull()
})

it('takes a callback that is repeated half an hour later, and none when it is stale', () => {
  const [, body = '', event] = SAMPLES[0] ?? []
  const after = (seconds: number) => post(body, sign(body), new Date(AT.getTime() + seconds * SECOND_MS))
  expect([after(1_800), after(STALE_SECONDS), after(STALE_SECONDS + 1)]).toEqual([event, event, null])
})

it.each(['PAYMENT_CHARGES_WEBHOOK', 'SETTLEMENT_SUCCESS', 'PAYMENT_LINK_EVENT', 'A_NEW_EVENT'])(
  'notes the money of %s',
  (type) => {
    expect(read(JSON.stringify({ ...success, type }))).toMatchObject({ kind: 'noted', type, amount: inr('500.10') })
  },
)

it('ignores an event without money', () => {
  expect(read('{"type":"WEBHOOK","data":{"test_object":{"test_key":"test_value"}}}')).toEqual({ kind: 'ignored' })
})

it('reads a cancelled refund without its amount', () => {
  const cancelled = refundWith({ refund_status: 'CANCELLED', refund_amount: undefined })
  expect(read(cancelled)).toEqual({ kind: 'refund_failed', ...refundIds })
})

it('notes a refund that is pending or on hold, and does not read one of an unknown status', () => {
  for (const refund_status of ['PENDING', 'ONHOLD'])
    expect(read(refundWith({ refund_status }))).toMatchObject({ kind: 'noted', amount: inr('200.05') })
  expect(read(refundWith({ refund_status: 'LOST' }))).toMatchObject({ kind: 'malformed', paymentId: payment.paymentId })
})

it.each([
  ['DISPUTE_CREATED', 'CHARGEBACK_CREATED', 'opened'],
  ['DISPUTE_CREATED', 'DISPUTE_CREATED', 'opened'],
  ['DISPUTE_CREATED', 'RETRIEVAL_CREATED', 'inquiry'],
  ['DISPUTE_UPDATED', 'RETRIEVAL_DOCS_RECEIVED', 'inquiry'],
  ['DISPUTE_UPDATED', 'PRE_ARBITRATION_CREATED', 'opened'],
  ['DISPUTE_UPDATED', 'CHARGEBACK_UNDER_REVIEW', 'opened'],
  ['DISPUTE_UPDATED', 'CHARGEBACK_INSUFFICIENT_EVIDENCE', 'opened'],
  ['DISPUTE_UPDATED', 'CHARGEBACK_MERCHANT_LOST', 'lost'],
  ['DISPUTE_CLOSED', 'RETRIEVAL_MERCHANT_WON', 'closed'],
  ['DISPUTE_CLOSED', 'ARBITRATION_MERCHANT_WON', 'won'],
] as const)('reads %s of the status %s as %s', (type, status, phase) => {
  expect(read(JSON.stringify({ ...dispute(type, 'CHARGEBACK_CREATED'), data: disputeData(status) }))).toEqual({
    ...disputed,
    phase,
  })
})

it.each(['A_NEW_STATUS', 'RETRIEVAL_MERCHANT_LOST', 'RETRIEVAL_MERCHANT_ACCEPTED'])(
  'does not read a dispute of the status %s, which does not tell whether the bank took the money',
  (status) => {
    const body = JSON.stringify({ ...dispute('DISPUTE_CLOSED', 'CHARGEBACK_CREATED'), data: disputeData(status) })
    expect(read(body)).toEqual({ kind: 'malformed', type: 'DISPUTE_CLOSED', paymentId: payment.paymentId })
  },
)

it.each([
  ['0.1', '0.10'],
  ['1', '1.00'],
  ['4.35', '4.35'],
  ['1.10', '1.10'],
  ['1.15', '1.15'],
  ['8.41', '8.41'],
  ['100000.07', '100000.07'],
  ['999999999.99', '999999999.99'],
  ['5e2', '500.00'],
  ['500.000', '500.00'],
] as const)('reads the decimal number %s as exactly %s rupees', (number, rupees) => {
  const body = JSON.stringify(success).replace('"payment_amount":500.1', `"payment_amount":${number}`)
  expect(read(body)).toMatchObject({ kind: 'captured', amount: inr(rupees) })
})

it.each(['500.105', '-1', '1e12', '1e-7', 'null', '"five"', '[]'])('does not read the amount %s', (number) => {
  const body = JSON.stringify(success).replace('"payment_amount":500.1', `"payment_amount":${number}`)
  expect(read(body)).toMatchObject({ kind: 'malformed', paymentId: payment.paymentId })
})

it('reports other currencies unchanged', () => {
  const body = JSON.stringify(success).replaceAll('"INR"', '"USD"')
  expect(read(body)).toMatchObject({ currency: 'USD', amount: inr('500.10') })
})
