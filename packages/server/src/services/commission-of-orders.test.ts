import { Accounts, AsyncResults, inr, Keys, micro, Wallet } from '@parakh/core'
import resale, { Commissions } from '@parakh/resale'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { OrderProvider, ordersLeftOpen } from '../../test/order-plugin.ts'

const ORDERS = 25
const environment = 'sandbox'

let test: AdminForTest
let shop: string
let headers: Readonly<Record<string, string>>
beforeEach(async () => {
  const rateLimits = { perEndpoint: 1_000, sandbox: 1_000, production: 1_000, inFlight: 100 }
  test = await adminForTest({ plugins: [ordersLeftOpen(), resale()], rateLimits })
  shop = (await test.account('retailer')).id
  const { id: accountId } = await test.account('customer', shop)
  const { key, apiSecret } = await test.host.get(Keys).create({ accountId, environment })
  headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
  await test.host.get(Commissions).set({ accountId: shop, basisPoints: 800, actor: 'asha' })
})
afterEach(() => test.close())

async function order(n: number): Promise<string> {
  const asked = { method: 'POST', url: '/api/v1/place-order', payload: { what: 'bread' } } as const
  const reply = await test.app.inject({ ...asked, headers: { ...headers, 'x-request-id': `order-${n}` } })
  return reply.json().data.ref_id
}
const result = (reference: string, state: 'done' | 'impossible') =>
  test.host.get(AsyncResults).deliver(OrderProvider.operations.run, reference, { state })
const convert = (reference: string) =>
  test.host.get(Commissions).convert({ accountId: shop, environment, reference, actor: 'shop' })
const balance = () => test.host.get(Wallet).balance(shop, environment)
const shown = async () =>
  (await test.ask({ url: `/accounts/${shop}/commission/${environment}`, as: test.operator })).json()

it('leaves no commission of 25 cancelled orders: none of it was convertible', async () => {
  const before = await balance()
  const orders: string[] = []
  for (let n = 0; n < ORDERS; n += 1) orders.push(await order(n))
  // 8 % of 3 rupees each.
  expect(await shown()).toMatchObject({ accrued: '6.00' })
  await expect(convert('at-once')).rejects.toMatchObject({ code: 'COMMISSION_TOO_LITTLE' })
  expect(await shown()).toEqual({ accrued: '6.00', pending: '6.00', convertible: '0.00' })
  for (const reference of orders) await result(reference, 'impossible')
  expect(await shown()).toEqual({ accrued: '0.00', pending: '0.00', convertible: '0.00' })
  expect(await balance()).toEqual(before)
})

it('pays the commission of orders that are done, and of no other', async () => {
  const before = await balance()
  const [done, cancelled] = [await order(1), await order(2), await order(3)]
  await result(done, 'done')
  await result(cancelled, 'impossible')
  expect(await convert('done')).toMatchObject({ amount: inr('0.24'), accrued: inr('0.24') })
  expect((await balance()).balance - before.balance).toBe(inr('0.24'))
})

it('refuses to close a reseller that owes, with the amount', async () => {
  const debt = { accountId: shop, environment: 'production', amount: micro(-inr('2.50')), reference: 'debt' } as const
  await test.host.get(Wallet).adjust({ ...debt, reason: 'Chargeback', actor: 'asha' })
  const close = await test.ask({ method: 'POST', url: `/accounts/${shop}/close`, as: test.operator })
  expect([close.status, close.json().error]).toEqual([
    ...[409, expect.objectContaining({ code: 'ACCOUNT_OWES', message: expect.stringContaining('2.50 INR') })],
  ])
  expect((await test.host.get(Accounts).get(shop))?.status).toBe('active')
})
