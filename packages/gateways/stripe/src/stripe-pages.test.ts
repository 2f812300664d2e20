import { inr } from '@parakh/core'
import type { GatewayPageOrder } from '@parakh/funding/contract'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { testGatewayPages } from '@parakh/testkit/suites'
import { createUpstream } from '@parakh/upstream'
import Stripe from 'stripe'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { stripePages } from './stripe-pages.ts'

const [SECRET_KEY, PUBLIC_KEY] = ['sk_test_of_a_test_0001', 'pk_test_of_a_test_0001']
const BACK = 'https://acme.example/console/wallet?funding=01J00000000000000000000001'
const ORDER: GatewayPageOrder = {
  ...{ reference: '01J00000000000000000000001', orderId: null, accountId: 'acc', environment: 'production' },
  ...{ amount: inr('500'), at: new Date('2026-11-18T10:00:00.000Z'), returnUrl: BACK },
}
const SESSION = {
  ...{ id: 'cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0zWJO2znZKdVujZ0N0S22u', object: 'checkout.session' },
  ...{ amount_total: 50_000, currency: 'inr', client_reference_id: ORDER.reference, mode: 'payment', status: 'open' },
  ...{ payment_intent: null, url: 'https://checkout.stripe.com/c/pay/cs_test_a11YYufWQzNY63zpQ6QSNRQhkUpVph4WRmzW0' },
} as const satisfies Partial<Stripe.Checkout.Session>
const PAGE = { orderId: SESSION.id, pageUrl: SESSION.url }

let server: FakeUpstream
const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
beforeEach(async () => {
  server = await fakeUpstream()
})
afterEach(() => server.close())
afterAll(() => upstream[Symbol.asyncDispose]())
const pages = (apiUrl = server.url) =>
  stripePages({ upstream, publishableKey: PUBLIC_KEY, secretKey: SECRET_KEY, apiUrl })
const signal = () => AbortSignal.timeout(60_000)

it('makes a Checkout Session by the request that the npm package stripe sends', async () => {
  server.answer(reply.json(SESSION))
  expect(await pages().make(ORDER, signal())).toEqual(PAGE)
  const { hostname: host, port } = new URL(server.url)
  const client = new Stripe(SECRET_KEY, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
  const price_data = { currency: 'inr', unit_amount: 50_000, product_data: { name: 'Wallet top-up' } }
  await client.checkout.sessions.create(
    {
      ...{ mode: 'payment', client_reference_id: ORDER.reference, line_items: [{ quantity: 1, price_data }] },
      payment_intent_data: { metadata: { funding_id: ORDER.reference } },
      ...{ success_url: BACK, cancel_url: BACK },
    },
    { idempotencyKey: ORDER.reference },
  )
  const [ours, theirs] = server.requests.map(({ method, path, body, headers }) => ({
    ...{ method, path, body: Object.fromEntries(new URLSearchParams(body)) },
    ...{ authorization: headers['authorization'], key: headers['idempotency-key'], type: headers['content-type'] },
  }))
  expect(ours).toEqual(theirs)
})

it('finds a known session by its id, and an unknown one by the same request with the same key', async () => {
  server.answer(reply.json(SESSION))
  expect(await pages().find({ ...ORDER, orderId: SESSION.id }, signal())).toEqual(PAGE)
  expect(await pages().find(ORDER, signal())).toEqual(PAGE)
  expect(server.requests.map(({ method, path, headers }) => [method, path, headers['idempotency-key']])).toEqual([
    ['GET', `/v1/checkout/sessions/${SESSION.id}`, undefined],
    ['POST', '/v1/checkout/sessions', ORDER.reference],
  ])
})

testGatewayPages('Stripe', {
  pages,
  order: { ...ORDER, orderId: SESSION.id },
  ...{ made: SESSION, found: SESSION, page: PAGE, secret: SECRET_KEY },
  absent: { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } },
  others: {
    'of another amount': { ...SESSION, amount_total: 50_001 },
    'of another currency': { ...SESSION, currency: 'usd' },
    'of another funding': { ...SESSION, client_reference_id: '01J00000000000000000000002' },
    'that is over': { ...SESSION, url: null },
  },
})
