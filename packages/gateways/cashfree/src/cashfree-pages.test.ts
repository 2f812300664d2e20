import { inr } from '@parakh/core'
import type { GatewayPageOrder } from '@parakh/funding/contract'
import { collectingLogger, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { testGatewayPages } from '@parakh/testkit/suites'
import { createUpstream } from '@parakh/upstream'
import type { CreateLinkRequest, LinkEntity } from 'cashfree-pg'
import { afterAll, expect, it } from 'vitest'
import { cashfreePages } from './cashfree-pages.ts'

const [CLIENT_ID, CLIENT_SECRET] = ['TEST1234567890abcdef', 'cfsk_ma_test_of_a_test_0001']
const BACK = 'https://acme.example/console/wallet?funding=01J00000000000000000000001'
const ORDER: GatewayPageOrder = {
  ...{ reference: '01J00000000000000000000001', orderId: 'cf_link_1996567', accountId: 'acc' },
  ...{ environment: 'production', amount: inr('500.10'), at: new Date('2026-11-18T10:00:00.000Z'), returnUrl: BACK },
}
/** The reply of the page "Create Payment Link" of www.cashfree.com/docs, typed by the npm package cashfree-pg 6.0.6. */
const ENTITY = {
  ...{ cf_link_id: '1996567', link_id: ORDER.reference, link_status: 'ACTIVE', link_currency: 'INR' },
  ...{ link_amount: 500.1, link_amount_paid: 0, link_partial_payments: false, link_purpose: 'Wallet top-up' },
  link_url: 'https://payments-test.cashfree.com/links/o1tf1nvcvjhg',
} as const satisfies LinkEntity
const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
afterAll(() => upstream[Symbol.asyncDispose]())
const pages = (apiUrl: string) =>
  cashfreePages({ upstream, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, customerPhone: '9876543210', apiUrl })

testGatewayPages('Cashfree', {
  pages,
  ...{ order: ORDER, made: ENTITY, found: ENTITY, secret: CLIENT_SECRET },
  page: { orderId: 'cf_link_1996567', pageUrl: ENTITY.link_url },
  absent: { status: 404, body: { message: 'Link does not exist', code: 'link_not_found' } },
  others: {
    'of another amount': { ...ENTITY, link_amount: 500.11 },
    'of another currency': { ...ENTITY, link_currency: 'USD' },
    'of another funding': { ...ENTITY, link_id: '01J00000000000000000000002' },
    'with an address that is no page': { ...ENTITY, link_url: 'http://payments.example/links' },
  },
})

it('are asked for as the Payment Links API documents it: nobody is notified, and the payer comes back', async () => {
  const server = await fakeUpstream()
  server.answer(reply.json(ENTITY))
  await pages(server.url).make(ORDER, AbortSignal.timeout(60_000))
  await pages(server.url).find(ORDER, AbortSignal.timeout(60_000))
  await server.close()
  const [made, found] = server.requests
  expect([made?.method, made?.path, found?.method, found?.path]).toEqual([
    ...['POST', '/pg/links', 'GET', `/pg/links/${ORDER.reference}`],
  ])
  const body: CreateLinkRequest = {
    ...{ link_id: ORDER.reference, link_amount: 500.1, link_currency: 'INR', link_purpose: 'Wallet top-up' },
    ...{ customer_details: { customer_phone: '9876543210' }, link_meta: { return_url: BACK } },
    link_notify: { send_sms: false, send_email: false },
  }
  expect(JSON.parse(made?.body ?? '')).toEqual(body)
})
