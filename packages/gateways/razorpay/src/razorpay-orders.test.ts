import { inr } from '@parakh/core'
import type { GatewayOrder } from '@parakh/funding/contract'
import { collectingLogger, manualClock } from '@parakh/testkit'
import { testGatewayOrders } from '@parakh/testkit/suites'
import { createUpstream } from '@parakh/upstream'
import { afterAll } from 'vitest'
import { razorpayOrders } from './razorpay-orders.ts'

const [KEY_ID, KEY_SECRET] = ['rzp_test_1DP5mmOlF5G5ag', 'secret-of-a-key-0001']
/** The response of "Create order" in documents/order.md of github.com/razorpay/razorpay-node, with our amount and receipt. */
const MADE = {
  ...{
    id: 'order_EKwxwAgItmmXdp',
    entity: 'order',
    amount: 50_010,
    amount_paid: 0,
    amount_due: 50_010,
    currency: 'INR',
  },
  ...{
    receipt: '01J00000000000000000000001',
    offer_id: null,
    status: 'created',
    attempts: 0,
    created_at: 1_582_628_071,
  },
}
const ORDER: GatewayOrder = {
  ...{ reference: MADE.receipt, orderId: MADE.id, accountId: 'acc', environment: 'production' },
  ...{ amount: inr('500.10'), at: new Date('2026-11-18T10:00:00.000Z') },
}
const upstream = createUpstream({ clock: manualClock(), logger: collectingLogger() })
afterAll(() => upstream[Symbol.asyncDispose]())

testGatewayOrders('Razorpay', {
  orders: (apiUrl) => razorpayOrders({ upstream, keyId: KEY_ID, keySecret: KEY_SECRET, apiUrl }),
  ...{ order: ORDER, made: MADE, found: { entity: 'collection', count: 1, items: [MADE] }, secret: KEY_SECRET },
  checkout: {
    ...{ orderId: MADE.id, keyId: KEY_ID, checkoutUrl: 'https://checkout.razorpay.com/v1/checkout.js' },
    sessionToken: null,
  },
  absent: { status: 200, body: { entity: 'collection', count: 0, items: [] } },
  others: {
    'of another amount': { ...MADE, amount: 50_011 },
    'of another currency': { ...MADE, currency: 'USD' },
    'of another funding': { ...MADE, receipt: '01J00000000000000000000002' },
    'with an id that is none': { ...MADE, id: 'order 1' },
  },
})
