import { inr } from '@parakh/core'
import type { GatewayOrder } from '@parakh/funding/contract'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { testGatewayOrders } from '@parakh/testkit/suites'
import { createUpstream } from '@parakh/upstream'
import Stripe from 'stripe'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { stripeOrders } from './stripe-orders.ts'

const [SECRET_KEY, PUBLIC_KEY] = ['sk_test_of_a_test_0001', 'pk_test_of_a_test_0001']
const ORDER: GatewayOrder = {
  ...{ reference: '01J00000000000000000000001', orderId: null, accountId: 'acc', environment: 'production' },
  ...{ amount: inr('500'), at: new Date('2026-11-18T10:00:00.000Z') },
}
const INTENT = {
  ...{ id: 'pi_3MtwBwLkdIwHu7ix28a3tqPa', object: 'payment_intent', amount: 50_000, currency: 'inr' },
  ...{
    client_secret: 'pi_3MtwBwLkdIwHu7ix28a3tqPa_secret_YrKJUKribcBjcG8HVhfZluoGH',
    status: 'requires_payment_method',
  },
  metadata: { funding_id: ORDER.reference },
} as const satisfies Partial<Stripe.PaymentIntent>
const CHECKOUT = {
  ...{
    orderId: INTENT.id,
    keyId: PUBLIC_KEY,
    checkoutUrl: 'https://js.stripe.com/v3/',
    sessionToken: INTENT.client_secret,
  },
}

let server: FakeUpstream
let upstream: ReturnType<typeof createUpstream>
beforeEach(async () => {
  server = await fakeUpstream()
  upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
})
afterEach(async () => {
  await upstream[Symbol.asyncDispose]()
  await server.close()
})
const orders = (apiUrl = server.url) =>
  stripeOrders({ upstream, publishableKey: PUBLIC_KEY, secretKey: SECRET_KEY, apiUrl })
const signal = () => AbortSignal.timeout(60_000)

it('makes a PaymentIntent by the request that the npm package stripe sends', async () => {
  server.answer(reply.json(INTENT))
  expect(await orders().make(ORDER, signal())).toEqual(CHECKOUT)
  const { hostname: host, port } = new URL(server.url)
  const client = new Stripe(SECRET_KEY, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
  await client.paymentIntents.create(
    {
      ...{ amount: 50_000, currency: 'inr', description: 'Wallet top-up' },
      ...{ automatic_payment_methods: { enabled: true }, metadata: { funding_id: ORDER.reference } },
    },
    { idempotencyKey: ORDER.reference },
  )
  const [ours, theirs] = server.requests.map(({ method, path, body, headers }) => ({
    ...{ method, path, body: Object.fromEntries(new URLSearchParams(body)) },
    ...{ authorization: headers['authorization'], key: headers['idempotency-key'], type: headers['content-type'] },
  }))
  expect(ours).toEqual(theirs)
})

it('finds a known intent by its id, and an unknown one by the same request with the same key', async () => {
  server.answer(reply.json(INTENT))
  expect(await orders().find({ ...ORDER, orderId: INTENT.id }, signal())).toEqual(CHECKOUT)
  expect(await orders().find(ORDER, signal())).toEqual(CHECKOUT)
  expect(server.requests.map(({ method, path, headers }) => [method, path, headers['idempotency-key']])).toEqual([
    ['GET', `/v1/payment_intents/${INTENT.id}`, undefined],
    ['POST', '/v1/payment_intents', ORDER.reference],
  ])
})

testGatewayOrders('Stripe', {
  orders,
  order: { ...ORDER, orderId: INTENT.id },
  ...{ made: INTENT, found: INTENT, checkout: CHECKOUT, secret: SECRET_KEY },
  absent: { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } },
  others: {
    'of another amount': { ...INTENT, amount: 50_001 },
    'of another currency': { ...INTENT, currency: 'usd' },
    'of another funding': { ...INTENT, metadata: { funding_id: '01J00000000000000000000002' } },
    'without a client secret': { ...INTENT, client_secret: null },
  },
})

it('does not take a key that is in use for a refusal: the intent may exist', async () => {
  server.answer(reply.json({ error: { type: 'idempotency_error', code: 'idempotency_key_in_use' } }, { status: 409 }))
  await expect(orders().make(ORDER, signal())).rejects.toMatchObject({ trouble: 'unprocessable', sent: true })
})
