import { inr } from '@parakh/core'
import type { GatewayOrder } from '@parakh/funding/contract'
import { collectingLogger, type FakeUpstream, fakeUpstream, manualClock, reply } from '@parakh/testkit'
import { testGatewayOrders } from '@parakh/testkit/suites'
import { createUpstream } from '@parakh/upstream'
import type { CreateOrderRequest, OrderEntity } from 'cashfree-pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cashfreeOrders } from './cashfree-orders.ts'

const [CLIENT_ID, CLIENT_SECRET] = ['TEST1234567890abcdef', 'cfsk_ma_test_of_a_test_0001']
const ORDER: GatewayOrder = {
  ...{ reference: '01J00000000000000000000001', orderId: null, accountId: '01J00000000000000000000ACC' },
  ...{ environment: 'production', amount: inr('500.10'), at: new Date('2026-11-18T10:00:00.000Z') },
}
/** The reply of the page "Create Order" of www.cashfree.com/docs, typed by the npm package cashfree-pg 6.0.6. */
const ENTITY = {
  ...{
    cf_order_id: '2149460581',
    order_id: ORDER.reference,
    entity: 'order',
    order_currency: 'INR',
    order_amount: 500.1,
  },
  ...{ order_status: 'ACTIVE', payment_session_id: 'session_a1VXIPJo8kh7IBigVXX8LgTMupQW_cu25FS8KwLwQLOmiHqbBxq' },
  order_expiry_time: '2026-12-18T15:30:00+05:30',
} as const satisfies OrderEntity
const CHECKOUT = {
  ...{ orderId: ORDER.reference, keyId: CLIENT_ID, checkoutUrl: 'https://sdk.cashfree.com/js/v3/cashfree.js' },
  sessionToken: ENTITY.payment_session_id,
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
const orders = (apiUrl = server.url) => {
  const key = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, customerPhone: '9876543210' }
  return cashfreeOrders({ upstream, ...key, apiUrl })
}
const signal = () => AbortSignal.timeout(60_000)

it('makes an order with our reference as its id, as the API documents it', async () => {
  server.answer(reply.json(ENTITY))
  expect(await orders().make(ORDER, signal())).toEqual(CHECKOUT)
  const [request] = server.requests
  expect(request).toMatchObject({
    ...{ method: 'POST', path: '/pg/orders' },
    headers: {
      ...{ 'x-client-id': CLIENT_ID, 'x-client-secret': CLIENT_SECRET, 'x-api-version': '2025-01-01' },
      'content-type': 'application/json',
    },
  })
  const body: CreateOrderRequest = {
    ...{ order_id: ORDER.reference, order_amount: 500.1, order_currency: 'INR' },
    customer_details: { customer_id: ORDER.accountId, customer_phone: '9876543210' },
  }
  expect(JSON.parse(request?.body ?? '')).toEqual(body)
})

it('finds an order by our reference, whether its id is known or not', async () => {
  server.answer(reply.json(ENTITY))
  for (const orderId of [null, ORDER.reference])
    expect(await orders().find({ ...ORDER, orderId }, signal())).toEqual(CHECKOUT)
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
    Array.from({ length: 2 }, () => `GET /pg/orders/${ORDER.reference}`),
  )
})

testGatewayOrders('Cashfree', {
  orders,
  order: { ...ORDER, orderId: ORDER.reference },
  ...{ made: ENTITY, found: ENTITY, checkout: CHECKOUT, secret: CLIENT_SECRET },
  absent: { status: 404, body: { message: 'Order Reference Id does not exist', code: 'order_not_found' } },
  others: {
    'of another amount': { ...ENTITY, order_amount: 500.11 },
    'of another currency': { ...ENTITY, order_currency: 'USD' },
    'of another funding': { ...ENTITY, order_id: '01J00000000000000000000002' },
    'without a session': { ...ENTITY, payment_session_id: null },
  },
})

it('does not take an order that exists for a refusal', async () => {
  const conflict = { message: 'order with same id is already present', code: 'order_already_exists' }
  server.answer(reply.json(conflict, { status: 409 }))
  await expect(orders().make(ORDER, signal())).rejects.toMatchObject({ trouble: 'unprocessable', sent: true })
})
