import { inr, Wallet } from '@parakh/core'
import funding from '@parakh/funding'
import { Funding } from '@parakh/funding/contract'
import cashfreePlugin, { cashfree } from '@parakh/gateway-cashfree'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import stripePlugin, { stripe } from '@parakh/gateway-stripe'
import { mutatedBodies } from '@parakh/testkit'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { GATEWAY_BODIES, GATEWAY_SECRET } from '../../test/gateway-bodies.ts'
import { gatewayEventRows } from '../../test/gateway-event-table.ts'

const environment = 'production'
const actor = 'asha'
/** What the wallet has after an event that is read whole, of ₹500. */
const WHOLE = { captured: inr('500'), refunded: inr('300'), lost: inr('0') } as const

let test: AdminForTest
let payments = 1_000
beforeAll(async () => {
  test = await adminForTest({
    plugins: [
      razorpayPlugin(),
      cashfreePlugin(),
      stripePlugin(),
      funding({
        gateways: {
          razorpay: razorpay.use({ webhookSecret: GATEWAY_SECRET }),
          cashfree: cashfree.use({ clientSecret: GATEWAY_SECRET }),
          stripe: stripe.use({ webhookSecret: GATEWAY_SECRET }),
        },
      }),
    ],
  })
})
afterAll(() => test.close())

async function post(gateway: string, body: string): Promise<number> {
  const headers = GATEWAY_BODIES[gateway]?.sign(body, new Date()) ?? {}
  const reply = await test.app.inject({
    method: 'POST',
    url: `/gateways/${gateway}/callback`,
    payload: body,
    headers: { 'content-type': 'application/json', ...headers },
  })
  return reply.statusCode
}

/** An order, and the bodies of events about its payment. */
async function opened(gateway: string) {
  payments += 1
  const number = payments * 10
  const { id: accountId } = await test.account('customer')
  const order = { accountId, environment, amount: inr('500'), gateway, actor } as const
  const { id: orderId } = await test.host.get(Funding).openOrder(order)
  const ids = { orderId, payment: number, refund: number + 1, dispute: number + 2, second: 1_763_460_000 }
  const facts = { ...ids, paid: inr('500'), refunded: inr('200') }
  const bodyOf = (readAs: string) => {
    const row = gatewayEventRows().find((one) => one.gateway === gateway && one.readAs === readAs)
    return GATEWAY_BODIES[gateway]?.bodyOf(row ?? { event: '', field: null }, facts) ?? ''
  }
  return { accountId, bodyOf }
}

it.each(
  Object.keys(GATEWAY_BODIES).flatMap((gateway) =>
    (['captured', 'refunded', 'lost'] as const).map((readAs) => [gateway, readAs] as const),
  ),
)(
  'answers 200 to every signed event of %s that is %s with a field dropped, null or of another type: the same effect, or suspense',
  async (gateway, readAs) => {
    const { bodyOf } = await opened(gateway)
    const count = mutatedBodies(bodyOf(readAs)).length
    for (let place = 0; place < count; place += 1) {
      const trial = await opened(gateway)
      const { name, body } = mutatedBodies(trial.bodyOf(readAs))[place] ?? { name: '', body: '' }
      if (readAs !== 'captured') await post(gateway, trial.bodyOf('captured'))
      const before = (await test.host.get(Funding).suspense('open')).length
      const status = await post(gateway, body)
      const { balance } = await test.host.get(Wallet).balance(trial.accountId, environment)
      const kept = (await test.host.get(Funding).suspense('open')).length - before
      const isWhole = balance === WHOLE[readAs]
      const isUntouched = balance === (readAs === 'captured' ? inr('0') : inr('500'))
      // Suspense lists the newest 1,000, so the items are closed.
      for (const { id } of await test.host.get(Funding).suspense('open'))
        await test.host.get(Funding).closeSuspense({ id, actor, reason: 'Seen by the test' })
      expect({ name, status, isRight: kept === 0 ? isWhole : kept === 1 && isUntouched }).toEqual({
        name,
        status: 200,
        isRight: true,
      })
    }
  },
)
