import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Accounts, inr, Wallet } from '@parakh/core'
import funding from '@parakh/funding'
import { Funding } from '@parakh/funding/contract'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const SECRET = 'whsec-of-a-test-0001'
const actor = 'asha'
const environment = 'production'

/** A payload as Razorpay documents it, from the test data of @parakh/gateway-razorpay. */
const payload = (name: string): string =>
  readFileSync(new URL(`../../../gateways/razorpay/test/callbacks/${name}.json`, import.meta.url), 'utf8')

describe('callbacks that need an operator, or nothing', () => {
  let test: AdminForTest
  let payments = 0
  beforeAll(async () => {
    test = await adminForTest({
      plugins: [
        razorpayPlugin(),
        funding({
          upi: { vpa: 'acme@okbank', name: 'Acme' },
          gateways: {
            razorpay: razorpay.use({ webhookSecret: SECRET }),
            other: razorpay.use({ webhookSecret: 'whsec-of-another-01' }),
          },
        }),
      ],
    })
  })
  afterAll(() => test.close())

  const post = (body: string, headers: Readonly<Record<string, string>>, name = 'razorpay') =>
    test.app.inject({
      ...{ method: 'POST', url: `/gateways/${name}/callback`, payload: body },
      headers: { 'content-type': 'application/json', ...headers },
    })
  const signed = (body: string, name?: string) =>
    post(body, { 'x-razorpay-signature': createHmac('sha256', SECRET).update(body).digest('hex') }, name)
  const newAccount = async () => (await test.account('customer')).id
  const order = async (amount = inr('500')) =>
    await test.host
      .get(Funding)
      .openOrder({ accountId: await newAccount(), environment, amount, actor, gateway: 'razorpay' })
  const paymentOf = (fundingId: string, name = 'payment-captured') => {
    payments += 1
    const paymentId = `pay_Test${payments}`
    const body = payload(name)
      .replaceAll('pay_NxPQ7sTq1hYk3R', paymentId)
      .replaceAll('01J00000000000000000000001', fundingId)
      .replaceAll('432198765432', `${432_198_000_000 + payments}`)
    return { paymentId, body }
  }
  const balanceOf = ({ accountId }: { accountId: string }) => test.host.get(Wallet).balance(accountId, environment)
  const get = (id: string) => test.host.get(Funding).get(id)

  it('credits a payment link whose notes are null', async () => {
    const opened = await order()
    const { body } = paymentOf(opened.id)
    const { payload: captured } = JSON.parse(body)
    const paid = { ...captured, payment_link: { entity: { id: 'plink_FOGqq3O6E5bkml', notes: null } } }
    expect((await signed(JSON.stringify({ event: 'payment_link.paid', payload: paid }))).statusCode).toBe(200)
    expect(await balanceOf(opened)).toMatchObject({ balance: inr('500') })
    const unnamed = {
      ...captured,
      payment: { entity: { ...captured.payment.entity, id: 'pay_Unnamed1', notes: null } },
    }
    const linked = { ...unnamed, payment_link: { entity: { id: 'plink_FOGqq3O6E5bkml', notes: null } } }
    expect((await signed(JSON.stringify({ event: 'payment_link.paid', payload: linked }))).statusCode).toBe(200)
    expect(await test.host.get(Funding).suspense('open', 'pay_Unnamed1')).toMatchObject([{ reason: 'unknown_order' }])
  })

  it('keeps a refund whose id another payment has in suspense, and answers 200', async () => {
    const [one, other] = [await order(), await order()]
    const payments = [paymentOf(one.id), paymentOf(other.id)]
    for (const { body } of payments) await signed(body)
    const refund = (paymentId: string) =>
      signed(
        payload('refund-processed')
          .replaceAll('pay_NxPQ7sTq1hYk3R', paymentId)
          .replaceAll('rfnd_NxQ1wq5Rk8aB2C', 'rfnd_Same'),
      )
    for (const { paymentId } of payments) expect((await refund(paymentId)).statusCode).toBe(200)
    expect(await balanceOf(one)).toMatchObject({ balance: inr('300') })
    expect(await balanceOf(other)).toMatchObject({ balance: inr('500') })
    expect(await test.host.get(Funding).suspense('open', payments[1]?.paymentId)).toMatchObject([
      { reason: 'refund_id_used', amount: inr('200'), currency: 'INR' },
    ])
  })

  it('lets one gateway neither refund nor dispute a payment of another', async () => {
    const opened = await order()
    const { paymentId, body } = paymentOf(opened.id)
    await signed(body)
    for (const name of ['refund-processed', 'payment-dispute-created', 'payment-dispute-lost']) {
      const event = payload(name).replaceAll('pay_NxPQ7sTq1hYk3R', paymentId)
      const signature = createHmac('sha256', 'whsec-of-another-01').update(event).digest('hex')
      expect((await post(event, { 'x-razorpay-signature': signature }, 'other')).statusCode).toBe(200)
    }
    expect(await balanceOf(opened)).toMatchObject({ balance: inr('500') })
    expect(await get(opened.id)).toMatchObject({ state: 'credited' })
  })

  it('lists the events that gateways sent, with their effect', async () => {
    const opened = await order()
    const { paymentId, body } = paymentOf(opened.id)
    await signed(body)
    await signed(body.replace('payment.captured', 'payment.authorized'))
    const inquiry = payload('payment-dispute-created').replaceAll('pay_NxPQ7sTq1hYk3R', paymentId)
    await signed(inquiry.replace('"phase": "chargeback"', '"phase": "retrieval"'))
    const { items } = (
      await test.ask({ url: `/funding-gateway-events?reference=${paymentId}`, as: test.operator })
    ).json()
    expect(items).toMatchObject([
      { kind: 'disputed', phase: 'inquiry', effect: 'funding.inquiry', funding_id: opened.id, amount: '500.00' },
      { kind: 'noted', subject: 'payment.authorized', effect: 'none', funding_id: opened.id },
      { kind: 'captured', effect: 'funding.capture', payment_id: paymentId, amount: '500.00', currency: 'INR' },
    ])
    expect(JSON.stringify(items)).not.toContain('okbank')
    const first = (await test.ask({ url: '/funding-gateway-events?limit=1', as: test.operator })).json()
    const second = await test.ask({
      url: `/funding-gateway-events?limit=1&cursor=${first.next_cursor}`,
      as: test.operator,
    })
    expect([first.items.length, second.json().items.length]).toEqual([1, 1])
    const own = (await test.credential(opened.accountId)).secret
    expect((await test.ask({ url: '/funding-gateway-events', as: own })).status).toBe(403)
    expect(await (await test.host.get(Accounts).get(opened.accountId))?.status).toBe('active')
  })
})
