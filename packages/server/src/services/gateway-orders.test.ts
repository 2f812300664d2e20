import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { inr, Wallet } from '@parakh/core'
import { Funding } from '@parakh/funding/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeRazorpay } from '../../../../test/fake-razorpay.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const [KEY_ID, KEY_SECRET] = ['rzp_test_1DP5mmOlF5G5ag', 'secret-of-a-key-0001']
const SECRET = 'whsec-of-a-test-0001'
const MINUTE_MS = 60_000
const CHECKOUT_URL = 'https://checkout.razorpay.com/v1/checkout.js'

type Razorpay = Awaited<ReturnType<typeof fakeRazorpay>>

describe('orders of a gateway', () => {
  let razorpay: Razorpay
  let test: AdminForTest
  let account: string
  beforeEach(async () => {
    razorpay = await fakeRazorpay({ keyId: KEY_ID, keySecret: KEY_SECRET })
    test = await withKey(KEY_SECRET)
    account = (await test.account('customer')).id
  })
  afterEach(async () => {
    vi.useRealTimers()
    await test.close()
    await razorpay.close()
  })

  const withKey = (keySecret: string) =>
    adminForTest({
      plugins: {
        '@parakh/gateway-razorpay': {},
        '@parakh/funding': {
          gateways: {
            razorpay: { use: 'razorpay', webhookSecret: SECRET, keyId: KEY_ID, keySecret, apiUrl: razorpay.url },
          },
        },
      },
    })
  const open = (body: object, of = account) =>
    test.ask({
      ...{ method: 'POST', url: `/accounts/${of}/wallets/production/gateway-orders`, as: test.operator },
      body: { amount: '500.00', ...body },
    })
  /** The server's clock is set manually; its timers run. */
  const later = (ms: number) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms })
  }
  const posts = () => razorpay.requests.filter((line) => line.startsWith('POST')).length

  it('are answered with what its checkout needs: its order id, the key id, the address of the checkout', async () => {
    const { status, json } = await open({})
    expect(status).toBe(201)
    const { funding_id, checkout, gateway_order_id } = json()
    expect(checkout).toEqual({
      order_id: 'order_Fake1',
      key_id: KEY_ID,
      checkout_url: CHECKOUT_URL,
      session_token: null,
    })
    expect(gateway_order_id).toBe('order_Fake1')
    expect(razorpay.orders).toEqual([
      { id: 'order_Fake1', amount: 50_000, currency: 'INR', receipt: funding_id, notes: { funding_id } },
    ])
  })

  it('are created once per reference, under repetition and concurrency', async () => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => open({ reference: 'top-up-1' })))
    const opened = replies.filter(({ status }) => status === 201)
    for (const { status, json } of replies)
      expect([status, json().error?.code]).toEqual(status === 201 ? [201, undefined] : [409, 'FUNDING_GATEWAY_BUSY'])
    expect(opened.length).toBeGreaterThan(0)
    const again = await open({ reference: 'top-up-1' })
    expect(again.json()).toMatchObject({ checkout: { order_id: 'order_Fake1' } })
    expect(razorpay.orders).toHaveLength(1)
    expect(posts()).toBe(1)
    const other = await open({ reference: 'top-up-1', amount: '400.00' })
    expect([other.status, other.json().error.code]).toEqual([409, 'FUNDING_ORDER_REUSED'])
    const stranger = await open({ reference: 'top-up-1' }, (await test.account('customer')).id)
    expect(stranger.json()).toMatchObject({ checkout: { order_id: 'order_Fake2' } })
  })

  it('are found by our reference after a lost reply', { timeout: 120_000 }, async () => {
    razorpay.be('silent-after')
    const { status, json } = await open({ reference: 'top-up-2' })
    expect([status, json().checkout?.order_id]).toEqual([201, 'order_Fake1'])
    expect(razorpay.requests).toEqual(['POST /v1/orders', `GET /v1/orders?receipt=${json().funding_id}`])
    expect(razorpay.orders).toHaveLength(1)
  })

  it('are looked up a minute later if the first result is unknown, and not created again', async () => {
    razorpay.be('broken')
    const first = await open({ reference: 'top-up-3' })
    expect([first.status, first.json().error.code]).toEqual([503, 'FUNDING_GATEWAY_UNAVAILABLE'])
    const soon = await open({ reference: 'top-up-3' })
    expect([soon.status, soon.json().error.code]).toEqual([409, 'FUNDING_GATEWAY_BUSY'])
    // It was created after all, and can be found now.
    const { items } = await test.host.get(Funding).list({ accountIds: [account], cursor: null, limit: 9 })
    expect(items).toHaveLength(1)
    const made = { id: 'order_Late', amount: 50_000, currency: 'INR', receipt: items[0]?.id ?? '', notes: {} } as const
    razorpay.orders.push(made)
    later(MINUTE_MS)
    expect((await open({ reference: 'top-up-3' })).json()).toMatchObject({ checkout: { order_id: 'order_Late' } })
    expect(posts()).toBe(1)
  })

  it('are created by the retry if the first was certainly not created', async () => {
    razorpay.be('broken')
    await open({ reference: 'top-up-4' })
    later(MINUTE_MS)
    expect((await open({ reference: 'top-up-4' })).json()).toMatchObject({ checkout: { order_id: 'order_Fake1' } })
    expect(razorpay.orders).toHaveLength(1)
  })

  it('fail as the fault of the operator if the gateway refuses the key, without the secret in the error', async () => {
    await test.close()
    test = await withKey('another-secret-0002')
    account = (await test.account('customer')).id
    const { status, text } = await open({ reference: 'top-up-5' })
    expect(status).toBe(503)
    expect(JSON.parse(text).error).toMatchObject({
      code: 'FUNDING_GATEWAY_DENIED',
      message: expect.stringMatching(/HTTP 401.*the key of the gateway razorpay/),
    })
    const told = JSON.stringify([text, test.logger.lines])
    for (const secret of ['another-secret-0002', Buffer.from(`${KEY_ID}:another-secret-0002`).toString('base64')])
      expect(told).not.toContain(secret)
    expect(test.logger.of('funding.gateway_denied')).toHaveLength(1)
    // It is certain that there is no order: no wait is needed.
    expect((await open({ reference: 'top-up-5' })).json().error.code).toBe('FUNDING_GATEWAY_DENIED')
    expect(razorpay.orders).toEqual([])
  })

  it('are refused if the gateway refuses the amount, and free their reference', async () => {
    const { status, json } = await open({ amount: '0.50', reference: 'small' })
    expect([status, json().error.code]).toEqual([422, 'FUNDING_GATEWAY_REFUSED'])
    expect((await open({ reference: 'small' })).status).toBe(201)
  })

  it('are credited by a payment that names the order of the gateway and has no note', async () => {
    const { funding_id, checkout } = (await open({})).json()
    const path = '../../../gateways/razorpay/test/callbacks/payment-captured-without-notes.json'
    const body = readFileSync(new URL(path, import.meta.url), 'utf8').replaceAll(
      'order_NxPPzF4GmYQw1A',
      checkout.order_id,
    )
    const reply = await test.app.inject({
      ...{ method: 'POST', url: '/gateways/razorpay/callback', payload: body },
      headers: {
        'content-type': 'application/json',
        'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex'),
      },
    })
    expect(reply.statusCode).toBe(200)
    expect(await test.host.get(Funding).get(funding_id)).toMatchObject({ state: 'credited' })
    expect(await test.host.get(Wallet).balance(account, 'production')).toMatchObject({ balance: inr('500') })
  })
})

it('are not created at a gateway without a key: the payment names the funding in its note', async () => {
  const gateways = { razorpay: { use: 'razorpay', webhookSecret: SECRET } }
  const test = await adminForTest({
    plugins: { '@parakh/gateway-razorpay': {}, '@parakh/funding': { gateways } },
  })
  const { id } = await test.account('customer')
  const url = `/accounts/${id}/wallets/production/gateway-orders`
  const { status, json } = await test.ask({ method: 'POST', url, as: test.operator, body: { amount: '500.00' } })
  expect([status, json().checkout]).toEqual([201, null])
  await test.close()
})
