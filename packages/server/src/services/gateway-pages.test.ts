import { inr, Wallet } from '@parakh/core'
import { Funding } from '@parakh/funding/contract'
import { AccountBrands } from '@parakh/resale'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeRazorpay } from '../../../../test/fake-razorpay.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'

const [KEY_ID, KEY_SECRET] = ['rzp_test_1DP5mmOlF5G5ag', 'secret-of-a-key-0001']
const SECRET = 'whsec-of-a-test-0001'
const OWN = 'https://verify.acme.example'
const BACK = `${OWN}/console/wallet?environment=production`

describe('pages of a gateway', () => {
  let razorpay: Awaited<ReturnType<typeof fakeRazorpay>>
  let test: AdminForTest
  let account: string
  beforeEach(async () => {
    razorpay = await fakeRazorpay({ keyId: KEY_ID, keySecret: KEY_SECRET })
    const key = { keyId: KEY_ID, keySecret: KEY_SECRET, apiUrl: razorpay.url }
    test = await adminForTest({
      server: { port: 0, publicUrl: OWN },
      plugins: {
        '@parakh/gateway-razorpay': {},
        '@parakh/resale': {},
        '@parakh/funding': {
          upi: { vpa: 'acme@okbank', name: 'Acme Verify' },
          bankAccount: {
            name: 'Acme Private Limited',
            number: '001234567890',
            ifsc: 'HDFC0000001',
            bank: 'HDFC, Pune',
          },
          gateways: {
            main: { use: 'razorpay', webhookSecret: SECRET, ...key },
            bare: { use: 'razorpay', webhookSecret: SECRET },
          },
        },
      },
    })
    account = (await test.account('customer')).id
    razorpay.callbackTo({
      url: `${await test.server.listen().then(({ url }) => url)}/gateways/main/callback`,
      secret: SECRET,
    })
  })
  afterEach(async () => {
    await test.close()
    await razorpay.close()
  })
  const open = (body: object) =>
    test.ask({
      ...{ method: 'POST', url: `/accounts/${account}/wallets/production/gateway-orders`, as: test.operator },
      body: { amount: '500.00', gateway: 'main', ...body },
    })

  it('are opened for a return_url, which names the funding, and pay it once, whichever event comes first', async () => {
    const { status, json } = await open({ return_url: BACK })
    const { funding_id, page_url, checkout, gateway_order_id } = json()
    expect([status, checkout, gateway_order_id]).toEqual([201, null, 'plink_Fake0000000001'])
    expect(razorpay.links[0]).toMatchObject({
      ...{ amount: 50_000, reference_id: funding_id, callback_url: `${BACK}&funding=${funding_id}` },
    })
    const back = await fetch(page_url, { method: 'POST', redirect: 'manual' })
    expect(back.headers.get('location')).toContain(`${BACK}&funding=${funding_id}&razorpay_payment_id=`)
    expect(await test.host.get(Funding).get(funding_id)).toMatchObject({ state: 'credited' })
    expect(await test.host.get(Wallet).balance(account, 'production')).toMatchObject({ balance: inr('500') })
    expect(await test.host.get(Funding).suspense(null)).toEqual([])
  })

  it('are the same for the same reference, and refuse another return_url or none', async () => {
    const [first, again] = [
      await open({ reference: 'one', return_url: BACK }),
      await open({ reference: 'one', return_url: BACK }),
    ]
    expect([again.json().funding_id, again.json().page_url]).toEqual([first.json().funding_id, first.json().page_url])
    expect(razorpay.links).toHaveLength(1)
    for (const other of [{}, { return_url: `${OWN}/elsewhere` }]) {
      const { status, json } = await open({ reference: 'one', ...other })
      expect([status, json().error.code]).toEqual([409, 'FUNDING_ORDER_REUSED'])
    }
    expect([razorpay.links.length, razorpay.orders.length]).toEqual([1, 0])
  })

  it('lead back to hosts of this server and of brands alone', async () => {
    const { id } = await test.account('distributor')
    const beta = { accountId: id, host: 'verify.beta.example', name: 'Beta', supportEmail: null, colour: null }
    await test.host.get(AccountBrands).set(beta, 'test')
    expect((await open({ return_url: 'https://verify.beta.example/console/wallet' })).status).toBe(201)
    for (const return_url of [
      ...['https://evil.example/', `http://verify.acme.example/`, 'https://verify.acme.example:8443/', '/console'],
      ...['javascript:alert(1)', 'https://verify.acme.example@evil.example/', 'https://me:pw@verify.acme.example/'],
      ...['https://verify.acme.example.evil.example/', `${BACK}#x`],
    ]) {
      const { status, json } = await open({ return_url })
      expect([return_url, status, json().error?.code]).toEqual([return_url, 422, 'FUNDING_RETURN_URL'])
    }
    expect(razorpay.links).toHaveLength(1)
  })

  it('are absent where a gateway has no key: the method says so, and none is opened', async () => {
    const { status, json } = await open({ gateway: 'bare', return_url: BACK })
    expect([status, json().error.code]).toEqual([422, 'FUNDING_NO_PAGE'])
    const methods = await test.ask({
      url: `/accounts/${account}/wallets/production/funding-methods`,
      as: test.operator,
    })
    expect(methods.json()).toEqual({
      upi: { vpa: 'acme@okbank', name: 'Acme Verify' },
      gateways: [
        { gateway: 'main', label: 'Razorpay', checkout: true },
        { gateway: 'bare', label: 'Razorpay', checkout: false },
      ],
      bank_transfer: {
        account: { name: 'Acme Private Limited', number: '001234567890', ifsc: 'HDFC0000001', bank: 'HDFC, Pune' },
      },
    })
  })
})
