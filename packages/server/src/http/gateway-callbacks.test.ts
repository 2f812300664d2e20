import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Accounts, Allotments, AuditLog, inr, Store, Wallet } from '@parakh/core'
import funding from '@parakh/funding'
import { Funding } from '@parakh/funding/contract'
import razorpayPlugin, { razorpay } from '@parakh/gateway-razorpay'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const SECRET = 'whsec-of-a-test-0001'
const actor = 'asha'
const environment = 'production'
const reason = 'Its payer called'

/** A payload as Razorpay documents it, from the test data of @parakh/gateway-razorpay. */
const payload = (name: string): string =>
  readFileSync(new URL(`../../../gateways/razorpay/test/callbacks/${name}.json`, import.meta.url), 'utf8')

describe('callbacks of a payment gateway', () => {
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

  it('credits the order of a captured payment, once under repetition', async () => {
    const opened = await order()
    const { paymentId, body } = paymentOf(opened.id)
    const replies = await Promise.all([signed(body), signed(body), signed(body)])
    replies.push(await signed(body))
    for (const reply of replies) expect([reply.statusCode, reply.json()]).toEqual([200, { success: true }])
    expect(await balanceOf(opened)).toMatchObject({ balance: inr('500') })
    expect(await get(opened.id)).toMatchObject({ state: 'credited', paymentId, gateway: 'razorpay' })
    const { items } = await test.host.get(AuditLog).list({ accountIds: [opened.accountId], cursor: null, limit: 5 })
    expect(items[0]).toMatchObject({ actor: 'system:gateway-razorpay', action: 'funding.capture' })
  })

  it('believes nothing that is not signed over these very bytes, and parses none of it', async () => {
    const opened = await order()
    const { body } = paymentOf(opened.id)
    const forged = createHmac('sha256', 'whsec-of-somebody-1').update(body).digest('hex')
    const genuine = createHmac('sha256', SECRET).update(body).digest('hex')
    const tries = [
      post(body, {}),
      post(body, { 'x-razorpay-signature': forged }),
      post(`${body} `, { 'x-razorpay-signature': genuine }),
      post(body.replace('50000', '90000'), { 'x-razorpay-signature': genuine }),
      post('{ no JSON', { 'x-razorpay-signature': genuine }),
      post(body, { 'x-razorpay-signature': genuine }, 'other'),
    ]
    for (const reply of await Promise.all(tries)) {
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toMatchObject({ error: { code: 'INVALID_SIGNATURE' } })
    }
    expect(await balanceOf(opened)).toMatchObject({ balance: 0 })
    expect((await signed(body, 'nobody')).statusCode).toBe(404)
  })

  it('keeps a signed event that it cannot read in suspense, once, answers 200 and moves nothing', async () => {
    const opened = await order()
    const { body } = paymentOf(opened.id)
    const broken = ['{ no JSON', '', 'null', '[]', '{}', '{"event":7}', '{"event":"payment.captured"}']
    broken.push(body.replace('"amount": 50000', '"amount": "50000"'), body.replace('"amount": 50000', '"amount": -1'))
    expect(new Set(broken)).not.toContain(body)
    const unread = async () =>
      (await test.host.get(Funding).suspense('open')).filter((item) => item.reason === 'unreadable')
    for (const [place, each] of broken.entries()) {
      for (const reply of [await signed(each), await signed(each)]) expect(reply.statusCode).toBe(200)
      expect(await unread()).toHaveLength(place + 1)
    }
    const [item] = await unread()
    expect(item).toMatchObject({ gateway: 'razorpay', currency: 'XXX', state: 'open' })
    const assigned = { id: item?.id ?? '', accountId: opened.accountId, environment, actor, reason } as const
    await expect(test.host.get(Funding).assignSuspense(assigned)).rejects.toMatchObject({ code: 'FUNDING_STATE' })
    expect(await balanceOf(opened)).toMatchObject({ balance: 0 })
    expect(await get(opened.id)).toMatchObject({ state: 'pending' })
    expect((await signed('{"event":"subscription.charged","payload":{}}')).statusCode).toBe(200)
    // The same payment, sent again as it should be, is credited all the same.
    await signed(body)
    expect(await balanceOf(opened)).toMatchObject({ balance: inr('500') })
  })

  it('keeps a payment with invalid order notes in suspense', async () => {
    for (const note of ['a\\u0000b', 'x'.repeat(10_000), '\\u202e']) {
      const { paymentId, body } = paymentOf(note)
      expect((await signed(body)).statusCode).toBe(200)
      const items = await test.host.get(Funding).suspense('open')
      const kept = items.filter((item) => item.paymentId === paymentId)
      // The gateway's order, which the payment also names.
      expect(kept).toMatchObject([{ reason: 'unknown_order', reference: 'order_NxPPzF4GmYQw1A' }])
    }
  })

  it('keeps a payment for a closed account in suspense', async () => {
    const opened = await order()
    await test.host.get(Accounts).setStatus(opened.accountId, 'closed', actor)
    const { paymentId, body } = paymentOf(opened.id)
    for (const reply of [await signed(body), await signed(body)]) expect(reply.statusCode).toBe(200)
    const items = await test.host.get(Funding).suspense('open')
    expect(items.filter((item) => item.paymentId === paymentId)).toMatchObject([
      { reason: 'account_closed', reference: opened.id, amount: inr('500') },
    ])
    expect(await balanceOf(opened)).toMatchObject({ balance: 0 })
    const id = items.find((item) => item.paymentId === paymentId)?.id ?? ''
    await expect(test.host.get(Funding).assignSuspense({ ...opened, id, actor, reason })).rejects.toMatchObject({
      code: 'ACCOUNT_CLOSED',
    })
    const other = await newAccount()
    const assigned = await test.host.get(Funding).assignSuspense({ id, accountId: other, environment, actor, reason })
    await test.host.get(Funding).approve({ id: assigned.id, actor })
    expect(await balanceOf({ accountId: other })).toMatchObject({ balance: inr('500') })
  })

  it('keeps an unmatched payment in suspense, and credits it once an operator assigns it', async () => {
    const [opened, paid] = [await order(inr('400')), await order()]
    await signed(paymentOf(paid.id).body)
    const noted = payload('payment-captured-without-notes')
    const cases = [
      [paymentOf(opened.id), 'amount_differs'],
      [paymentOf('01J00000000000000000000009'), 'unknown_order'],
      [{ paymentId: 'pay_NxPQ7sTq1hYk9Z', body: noted }, 'unknown_order'],
      [paymentOf(paid.id), 'order_paid_before'],
    ] as const
    const dollars = paymentOf(paid.id)
    const all = [...cases, [{ ...dollars, body: dollars.body.replaceAll('INR', 'USD') }, 'currency'] as const]
    for (const [{ body, paymentId }, reason] of all) {
      expect((await signed(body)).statusCode).toBe(200)
      expect((await signed(body)).statusCode).toBe(200)
      const items = await test.host.get(Funding).suspense('open')
      expect(items.filter((item) => item.paymentId === paymentId)).toMatchObject([{ reason, gateway: 'razorpay' }])
    }
    expect(await balanceOf(opened)).toMatchObject({ balance: 0 })
    expect(await balanceOf(paid)).toMatchObject({ balance: inr('500') })
    const item = (await test.host.get(Funding).suspense('open')).find(({ reason }) => reason === 'amount_differs')
    const utr = /"rrn": ?"(\d+)"/.exec(cases[0][0].body)?.[1] ?? ''
    expect(item).toMatchObject({ utr, method: 'upi' })
    expect(JSON.stringify(item)).not.toContain('okbank')
    expect(await test.host.get(Funding).suspense('open', utr)).toEqual([item])
    // Whoever has submitted the same payment as a transfer is not credited twice.
    const claim = { accountId: opened.accountId, environment, amount: inr('500'), rail: 'upi', utr, actor } as const
    const submitted = await test.host.get(Funding).submitTransfer(claim)
    const assign = () => test.host.get(Funding).assignSuspense({ ...opened, id: item?.id ?? '', actor, reason })
    await expect(assign()).rejects.toMatchObject({ code: 'FUNDING_REFERENCE_USED' })
    expect(await test.host.get(Funding).suspense('open', utr)).toEqual([item])
    await test.host.get(Funding).reject({ id: submitted.id, actor, reason: 'It came by the gateway' })
    const assigned = await assign()
    // It says how it was paid, as the gateway told.
    expect(assigned).toMatchObject({
      method: 'gateway',
      rail: 'upi',
      state: 'submitted',
      utr,
      paymentId: item?.paymentId,
    })
    await expect(test.host.get(Funding).submitTransfer(claim)).rejects.toMatchObject({ code: 'FUNDING_REFERENCE_USED' })
    await signed(cases[0][0].body)
    expect(await balanceOf(opened)).toMatchObject({ balance: 0 })
    await test.host.get(Funding).approve({ id: assigned.id, actor })
    expect(await balanceOf(opened)).toMatchObject({ balance: inr('500') })
  })

  it('credits no UTR twice, from any channel', async () => {
    const [opened, accountId] = [await order(), await newAccount()]
    const { body } = paymentOf(opened.id)
    await signed(body)
    const utr = /"rrn": ?"(\d+)"/.exec(body)?.[1] ?? ''
    const claim = { accountId, environment, amount: inr('500'), rail: 'upi', utr, actor } as const
    await expect(test.host.get(Funding).submitTransfer(claim)).rejects.toMatchObject({ code: 'FUNDING_REFERENCE_USED' })
    const second = await order()
    const other = paymentOf(second.id)
    const taken = other.body.replace(/"rrn": ?"\d+"/, `"rrn":"${utr}"`)
    await signed(taken)
    expect(await balanceOf(second)).toMatchObject({ balance: 0 })
    expect(await get(second.id)).toMatchObject({ state: 'pending', paymentId: null })
  })

  it('leaves an order of a failed payment open, and credits the one that succeeds', async () => {
    const opened = await order()
    await signed(paymentOf(opened.id, 'payment-failed').body)
    expect(await get(opened.id)).toMatchObject({ state: 'pending', reason: 'BAD_REQUEST_ERROR' })
    await signed(paymentOf(opened.id).body)
    expect(await get(opened.id)).toMatchObject({ state: 'credited', reason: null })
  })

  it('pays a UPI QR too', async () => {
    const qr = await test.host
      .get(Funding)
      .openQr({ accountId: await newAccount(), environment, amount: inr('500'), actor })
    await signed(paymentOf(qr.id).body)
    expect(await balanceOf(qr)).toMatchObject({ balance: inr('500') })
  })

  it('reverses a refund once, suspends on a dispute, and settles by its result', async () => {
    const opened = await order()
    const { paymentId, body } = paymentOf(opened.id)
    await signed(body)
    const event = (name: string, of = paymentId) =>
      signed(payload(name).replaceAll('pay_NxPQ7sTq1hYk3R', of).replaceAll('rfnd_NxQ1wq5Rk8aB2C', `rfnd_${of}`))
    await Promise.all([event('refund-processed'), event('refund-processed')])
    expect(await balanceOf(opened)).toMatchObject({ balance: inr('300') })
    const status = async () => (await test.host.get(Accounts).get(opened.accountId))?.status
    await event('payment-dispute-created')
    expect([await status(), (await get(opened.id)).state]).toEqual(['suspended', 'disputed'])
    await event('payment-dispute-won')
    expect([await status(), (await get(opened.id)).state]).toEqual(['active', 'credited'])
    await event('payment-dispute-created')
    await event('payment-dispute-lost')
    await event('payment-dispute-lost')
    expect([await status(), (await get(opened.id)).state]).toEqual(['suspended', 'charged_back'])
    expect(await balanceOf(opened)).toMatchObject({ balance: 0, owed: 0 })
    const { ok, broken } = await test.host.get(Store).ledger.verify()
    expect([ok, broken]).toEqual([true, []])
  })

  it('credits a payment less its refund that arrived first', async () => {
    const opened = await order()
    const { paymentId, body } = paymentOf(opened.id)
    await signed(
      payload('refund-processed')
        .replaceAll('pay_NxPQ7sTq1hYk3R', paymentId)
        .replaceAll('rfnd_NxQ1wq5Rk8aB2C', 'rfnd_First'),
    )
    await signed(body)
    expect(await balanceOf(opened)).toMatchObject({ balance: inr('300') })
    expect(await get(opened.id)).toMatchObject({ state: 'credited', reversed: inr('200') })
    expect(await test.host.get(Funding).suspense('open', paymentId)).toEqual([])
  })

  it('logs neither the body nor the signature', () => {
    const text = JSON.stringify(test.logger)
    for (const said of ['payer@', '+919900000000', 'acquirer', '432198', 'x-razorpay']) expect(text).not.toContain(said)
    expect(text).toContain('funding.callback')
  })
})

describe('the admin API of funding', () => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ plugins: [funding({ upi: { vpa: 'acme@okbank', name: 'Acme' } })] })
  })
  afterAll(() => test.close())

  it('lets an account submit for itself and an operator approve', async () => {
    const account = await test.account('customer')
    const own = (await test.credential(account.id)).secret
    const wallet = `/accounts/${account.id}/wallets/production`
    const body = { rail: 'imps', amount: '500.00', utr: '432198765432' }
    const submitted = await test.ask({ method: 'POST', url: `${wallet}/transfers`, body, as: own })
    expect(submitted.status).toBe(201)
    const { funding_id: id } = submitted.json()
    expect((await test.ask({ method: 'POST', url: `/funding/${id}/approve`, as: own })).status).toBe(403)
    const approved = await test.ask({ method: 'POST', url: `/funding/${id}/approve`, as: test.operator })
    expect(approved.json()).toMatchObject({ state: 'credited', approvals: 1, amount: '500.00' })
    expect((await test.ask({ method: 'POST', url: `${wallet}/transfers`, body, as: own })).status).toBe(409)
    // No operator is named to an account, nor how much one approves alone.
    expect((await test.ask({ url: '/funding', as: own })).json()).toMatchObject({
      items: [{ funding_id: id, approvals: 1, approved_by: null, created_by: null }],
      two_operators_above: null,
    })
    expect((await test.ask({ url: '/funding', as: test.operator })).json()).toMatchObject({
      two_operators_above: '50000.00',
    })
    expect((await test.ask({ url: `/funding/${id}`, as: test.operator })).json()).toMatchObject({
      ...{ approved_by: [{ actor: expect.stringMatching(/^admin:/) }], created_by: expect.stringMatching(/^admin:/) },
    })
    const stranger = (await test.credential((await test.account('customer')).id)).secret
    expect((await test.ask({ url: '/funding', as: stranger })).json().items).toEqual([])
    const qr = await test.ask({ method: 'POST', url: `${wallet}/upi-qrs`, body: { amount: 5 }, as: own })
    expect(qr.json()).toMatchObject({
      uri: expect.stringMatching(/^upi:\/\/pay\?pa=acme@okbank/),
      svg: expect.stringMatching(/^<svg/),
    })
  })

  it('lets an account allot from its own wallet to its own child alone', async () => {
    const parent = await test.account('distributor')
    const child = await test.account('retailer', parent.id)
    const grandchild = await test.account('customer', child.id)
    const own = (await test.credential(parent.id)).secret
    const top = { accountId: parent.id, environment, amount: inr('50'), reference: 'top', actor } as const
    await test.host.get(Wallet).credit(top)
    await test.host.get(Allotments).allot({ ...top, from: parent.id, to: child.id, amount: inr('20') })
    const allot = (from: string, to: string) =>
      test.ask({
        ...{ method: 'POST', url: `/accounts/${from}/wallets/production/allotments`, as: own },
        body: { to_account_id: to, amount: '5', reference: 'july' },
      })
    expect((await allot(parent.id, child.id)).json()).toMatchObject({
      allotted: true,
      waiting_funding_id: null,
      from_balance: '25.00',
      to_balance: '25.00',
    })
    expect((await allot(child.id, grandchild.id)).status).toBe(403)
    expect((await allot(parent.id, grandchild.id)).status).toBe(422)
  })
})
