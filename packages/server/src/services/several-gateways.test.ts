import { createHmac } from 'node:crypto'
import { inr, Wallet } from '@parakh/core'
import funding from '@parakh/funding'
import cashfreePlugin, { cashfree } from '@parakh/gateway-cashfree'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import stripePlugin, { stripe } from '@parakh/gateway-stripe'
import { type FakeUpstream, fakeUpstream, type UpstreamReply } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const SECRET = 'secret-of-a-test-0001'
const SESSION = 'session_a1VXIPJo8kh7IBigVXX8LgTMupQW'
const CLIENT_SECRET = 'pi_1_secret_YrKJUKribcBjcG8HVhfZluoGH'

const hmac = (text: string) => createHmac('sha256', SECRET).update(text)
const stripeHeaders = (body: string) => {
  const time = Math.floor(Date.now() / 1_000)
  return { 'stripe-signature': `t=${time},v1=${hmac(`${time}.${body}`).digest('hex')}` }
}
const cashfreeHeaders = (body: string) => {
  const time = `${Date.now()}`
  return { 'x-webhook-timestamp': time, 'x-webhook-signature': hmac(`${time}${body}`).digest('base64') }
}

/** Both APIs, each with one order of 500 rupees: that which was asked for last. */
const orders = (): UpstreamReply => {
  let reference = ''
  return ({ request, response }) => {
    const isStripe = request.path.startsWith('/v1/')
    if (request.method === 'POST')
      reference = isStripe
        ? (new URLSearchParams(request.body).get('metadata[funding_id]') ?? '')
        : JSON.parse(request.body).order_id
    const intent = { id: 'pi_1', amount: 50_000, currency: 'inr', client_secret: CLIENT_SECRET }
    const order = { order_id: reference, order_amount: 500, order_currency: 'INR', payment_session_id: SESSION }
    const body = isStripe ? { ...intent, metadata: { funding_id: reference } } : order
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }
}

describe('several gateways at once', () => {
  let api: FakeUpstream
  let test: AdminForTest
  beforeEach(async () => {
    api = await fakeUpstream()
    api.answer(orders())
    const gateways = {
      main: razorpay.use({ webhookSecret: SECRET }),
      abroad: stripe.use({
        ...{ webhookSecret: SECRET, publishableKey: 'pk_test_1', secretKey: 'sk_test_of_a_test_0001' },
        apiUrl: api.url,
      }),
      upi: cashfree.use({ clientSecret: SECRET, clientId: 'TEST1', customerPhone: '9876543210', apiUrl: api.url }),
    }
    test = await adminForTest({ plugins: [funding({ gateways }), stripePlugin(), razorpayPlugin(), cashfreePlugin()] })
  })
  afterEach(async () => {
    await test.close()
    await api.close()
  })

  const order = async (gateway: string, accountId: string) => {
    const url = `/accounts/${accountId}/wallets/production/gateway-orders`
    const body = { gateway, amount: '500.00', reference: 'top-up' }
    return await test.ask({ method: 'POST', url, as: test.operator, body })
  }
  const call = (gateway: string, body: string, headers: Readonly<Record<string, string>>) =>
    test.app.inject({
      ...{ method: 'POST', url: `/gateways/${gateway}/callback`, payload: body },
      headers: { 'content-type': 'application/json', ...headers },
    })
  const balance = async (accountId: string) => (await test.host.get(Wallet).balance(accountId, 'production')).balance
  const paidAtStripe = (funding_id: string) =>
    JSON.stringify({
      type: 'payment_intent.succeeded',
      data: {
        object: {
          id: 'pi_1',
          amount_received: 50_000,
          currency: 'inr',
          latest_charge: 'ch_1',
          metadata: { funding_id },
        },
      },
    })
  const paidAtCashfree = (order_id: string) =>
    JSON.stringify({
      type: 'PAYMENT_SUCCESS_WEBHOOK',
      data: {
        order: { order_id },
        payment: { cf_payment_id: '1', payment_status: 'SUCCESS', payment_amount: 500, payment_currency: 'INR' },
      },
    })

  it.each([
    ['abroad', CLIENT_SECRET, 'pk_test_1', paidAtStripe, stripeHeaders],
    ['upi', SESSION, 'TEST1', paidAtCashfree, cashfreeHeaders],
  ] as const)(
    '%s: its order opens a checkout, and its callback credits it once',
    async (name, token, key, paid, sign) => {
      const { id } = await test.account('customer')
      const { status, json } = await order(name, id)
      const { funding_id, checkout } = json()
      expect([status, checkout.session_token, checkout.key_id]).toEqual([201, token, key])
      const again = (await order(name, id)).json()
      expect([again.funding_id, again.checkout]).toEqual([funding_id, checkout])
      expect(api.requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
      const body = paid(funding_id)
      for (const other of ['main', 'abroad', 'upi'].filter((one) => one !== name))
        expect((await call(other, body, sign(body))).statusCode).toBe(401)
      expect(await balance(id)).toBe(0)
      for (let time = 0; time < 2; time += 1) expect((await call(name, body, sign(body))).statusCode).toBe(200)
      expect(await balance(id)).toBe(inr('500'))
      const told = JSON.stringify(test.logger.lines)
      for (const secret of [SECRET, token, 'sk_test_of_a_test_0001']) expect(told).not.toContain(secret)
    },
  )

  it('fail with 503 for a known order while its gateway is away, and give it again afterwards', async () => {
    const { id } = await test.account('customer')
    const first = (await order('upi', id)).json()
    api.answer(({ response }) => void response.writeHead(502).end())
    const away = await order('upi', id)
    expect([away.status, away.json().error.code]).toEqual([503, 'FUNDING_GATEWAY_UNAVAILABLE'])
    expect(away.text).not.toContain(SESSION)
    api.answer(({ response }) => void response.writeHead(404, { 'content-type': 'application/json' }).end('{}'))
    expect((await order('upi', id)).status).toBe(503)
    const body = JSON.stringify({
      order_id: first.funding_id,
      order_amount: 500,
      order_currency: 'INR',
      payment_session_id: 'session_2',
    })
    api.answer(({ response }) => void response.writeHead(200, { 'content-type': 'application/json' }).end(body))
    expect((await order('upi', id)).json()).toMatchObject({
      funding_id: first.funding_id,
      checkout: { session_token: 'session_2' },
    })
  })
})
