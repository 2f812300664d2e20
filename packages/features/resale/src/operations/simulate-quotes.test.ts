import { type ChargedCalls, inr } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest, lookup } from '../../../../../test/server.ts'
import { countedUsage } from '../../test/counted-usage.ts'
import resale from '../index.ts'

describe('a simulation by the admin API', () => {
  let test: AdminForTest
  let ids: { head: string; top: string; middle: string; shop: string; payer: string; other: string }
  const calls: ChargedCalls[] = []
  const as = new Map<string, string>()
  beforeAll(async () => {
    const plugins = [lookup(), countedUsage(() => calls), resale({ costs: { lookup: { find: '0.10' } } })]
    test = await adminForTest({ plugins })
    const head = (await test.account('super_admin')).id
    const top = (await test.account('master_distributor', head)).id
    const middle = (await test.account('distributor', top)).id
    const shop = (await test.account('retailer', middle)).id
    const payer = (await test.account('customer', shop)).id
    const other = (await test.account('retailer')).id
    ids = { head, top, middle, shop, payer, other }
    for (const id of Object.values(ids)) as.set(id, (await test.credential(id)).secret)
    for (const [id, rate] of [
      [top, '18'],
      [middle, '12'],
      [shop, '8'],
    ])
      await test.ask({ method: 'PUT', url: `/accounts/${id}/commission`, body: { rate }, as: test.operator })
    calls.push({ accountId: payer, endpoint: 'lookup', calls: 100, charged: inr('50') })
  })
  afterAll(() => test.close())
  const run = async (body: object, who: string | null) => {
    const asker = who === null ? test.operator : (as.get(who) ?? '')
    const answer = await test.ask({ method: 'POST', url: '/quotes/simulations', body, as: asker })
    return { status: answer.status, body: answer.json() }
  }

  it('tells an operator revenue, all levels, what remains and the cost of providers', async () => {
    const { body } = await run({ rates: [{ account_id: ids.shop, rate: '6.5' }] }, null)
    const sums = { revenue: '50.00', own: '0.00', platform: '41.00', cost: '10.00', margin: '31.00' }
    const amounts = (side: { commission: { amount: string }[] }) => side.commission.map(({ amount }) => amount)
    expect(body.total).toMatchObject({ calls: 100, before: sums, after: sums })
    expect(amounts(body.total.before)).toEqual(['4.00', '2.00', '3.00'])
    expect(amounts(body.total.after)).toEqual(['3.25', '2.75', '3.00'])
    expect(body.endpoints).toMatchObject([{ endpoint: 'lookup', calls: 100, changed_calls: 0 }])
  })

  it('tells a reseller its branch alone: no level above it, no platform, no cost', async () => {
    const { body } = await run({ rates: [{ role: 'retailer', rate: '5' }] }, ids.middle)
    expect(body.account_id).toBe(ids.middle)
    expect(body.total.before).toEqual({
      commission: [
        { role: 'retailer', amount: '4.00' },
        { role: 'distributor', amount: '2.00' },
      ],
      ...{ revenue: '50.00', own: '2.00', platform: null, cost: null, margin: null },
    })
    expect(body.total.after.own).toBe('3.50')
    expect((await run({}, ids.other)).body.total.calls).toBe(0)
  })

  it('refuses what commissions.set refuses, in the same words', async () => {
    const cap = 'The rate of a retailer is at most 8.00 %, not 9.00 %. Allowed: 0 to 8.00, in steps of 0.01'
    const above = await run({ rates: [{ role: 'retailer', rate: '9' }] }, ids.middle)
    expect([above.status, above.body.error]).toMatchObject([422, { code: 'COMMISSION_ABOVE_CAP', message: cap }])
    const set = { method: 'PUT', url: `/accounts/${ids.shop}/commission`, body: { rate: '9' } } as const
    expect((await test.ask({ ...set, as: test.operator })).json().error).toMatchObject({ message: cap })
    const own = await run({ rates: [{ account_id: ids.middle, rate: '1' }] }, ids.middle)
    expect(own.status).toBe(403)
    expect((await run({ rates: [{ account_id: ids.other, rate: '1' }] }, ids.middle)).status).toBe(404)
    expect((await run({ account_id: ids.other }, ids.middle)).status).toBe(404)
    expect((await run({ rates: [{ role: 'distributor', rate: '1' }] }, ids.head)).status).toBe(403)
    expect((await run({ rates: [{ role: 'retailer', account_id: ids.shop, rate: '1' }] }, null)).status).toBe(422)
  })

  it('tries a price of a super admin below it, and refuses what prices.set refuses', async () => {
    const tried = { endpoint: 'lookup', role: 'customer', from_calls: 40 }
    const { body } = await run({ prices: [{ ...tried, price: '0.60' }] }, ids.head)
    expect(body.endpoints[0]).toMatchObject({ changed_calls: 60, changed_accounts: 1 })
    expect(body.total.after.revenue).toBe('56.00')
    expect(body.prices).toMatchObject([{ ...tried, current: '0.50', price: '0.60', floor: null, cost: null }])
    const below = await run({ prices: [{ ...tried, price: '0.40' }] }, ids.head)
    expect([below.status, below.body.error.message]).toEqual([
      403,
      expect.stringContaining('Your own price is 0.50 INR'),
    ])
    expect((await run({ prices: [{ endpoint: 'lookup', price: '0.60' }] }, ids.head)).status).toBe(403)
    expect((await run({ prices: [{ ...tried, price: '0.60' }] }, ids.top)).status).toBe(403)
    const floor = await run({ prices: [{ ...tried, price: '0.05' }] }, null)
    expect([floor.status, floor.body.error.code]).toEqual([422, 'PRICE_BELOW_FLOOR'])
    const shown = await run({ prices: [{ ...tried, price: '0.30' }] }, null)
    expect(shown.body.prices).toMatchObject([{ current: '0.50', cost: '0.10', floor: '0.13', commission: '0.054' }])
  })

  it('tells what a price can be set for', async () => {
    const { items } = (await test.ask({ url: '/prices/items', as: as.get(ids.head) ?? '' })).json()
    expect(items).toContainEqual({ endpoint: 'lookup', tier: null, price: '0.50' })
  })
})
