import { inr } from '@parakh/core'
import type { GatewayPageOrder } from '@parakh/funding/contract'
import { collectingLogger, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { testGatewayPages } from '@parakh/testkit/suites'
import { createUpstream } from '@parakh/upstream'
import { afterAll, expect, it } from 'vitest'
import { razorpayPages } from './razorpay-pages.ts'

const [KEY_ID, KEY_SECRET] = ['rzp_test_1DP5mmOlF5G5ag', 'secret-of-a-key-0001']
const BACK = 'https://acme.example/console/wallet?funding=01J00000000000000000000001'
/** The response of the page "Create a Standard Payment Link" of razorpay.com/docs, with our amount, reference and addresses. */
const MADE = {
  ...{ accept_partial: false, amount: 50_010, amount_paid: 0, currency: 'INR', status: 'created' },
  ...{ callback_method: 'get', callback_url: BACK, customer: [], description: 'Wallet top-up' },
  ...{ id: 'plink_ExjpAUN3gVHrPJ', notes: { funding_id: '01J00000000000000000000001' }, payments: null },
  ...{ reference_id: '01J00000000000000000000001', short_url: 'https://rzp.io/i/nxrHnLJ', upi_link: false },
}
const ORDER: GatewayPageOrder = {
  ...{ reference: MADE.reference_id, orderId: MADE.id, accountId: 'acc', environment: 'production' },
  ...{ amount: inr('500.10'), at: new Date('2026-11-18T10:00:00.000Z'), returnUrl: BACK },
}
const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
afterAll(() => upstream[Symbol.asyncDispose]())
const pages = (apiUrl: string) => razorpayPages({ upstream, keyId: KEY_ID, keySecret: KEY_SECRET, apiUrl })

testGatewayPages('Razorpay', {
  pages,
  ...{ order: ORDER, made: MADE, found: { payment_links: [MADE] }, secret: KEY_SECRET },
  page: { orderId: MADE.id, pageUrl: MADE.short_url },
  absent: { status: 200, body: { payment_links: [] } },
  others: {
    'of another amount': { ...MADE, amount: 50_011 },
    'of another currency': { ...MADE, currency: 'USD' },
    'of another funding': { ...MADE, reference_id: '01J00000000000000000000002' },
    'with an address that is no page': { ...MADE, short_url: 'javascript:alert(1)' },
  },
})

it('are asked for as the Payment Links API documents it: nobody is notified, and the payer comes back', async () => {
  const server = await fakeUpstream()
  server.answer(reply.json(MADE))
  await pages(server.url).make(ORDER, AbortSignal.timeout(60_000))
  await pages(server.url).find(ORDER, AbortSignal.timeout(60_000))
  await server.close()
  const [made, found] = server.requests
  expect([made?.method, made?.path, found?.method, found?.path, found?.query]).toEqual([
    ...['POST', '/v1/payment_links', 'GET', '/v1/payment_links', { reference_id: MADE.reference_id }],
  ])
  expect(JSON.parse(made?.body ?? '')).toEqual({
    ...{ amount: 50_010, currency: 'INR', reference_id: MADE.reference_id, description: 'Wallet top-up' },
    ...{ notes: MADE.notes, notify: { sms: false, email: false }, callback_url: BACK, callback_method: 'get' },
  })
})
