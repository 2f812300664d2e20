import { type ChargedCalls, inr, MICRO_RUPEES_PER_PAISA, type Price, priceOf, type Role, zero } from '@parakh/core'
import { manualClock } from '@parakh/testkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PriceEntry } from '../contract/prices.ts'
import type { SimulationQuestion } from '../contract/simulations.ts'
import { createPrices } from '../prices/create-prices.ts'
import { legsOf, sharesOf } from '../prices/shares.ts'
import type { SoldEndpoint } from '../prices/sold-endpoint.ts'
import { COMMISSION_MODES, type CommissionMode } from '../settings.ts'
import type { CommissionLevel } from '../tables/commission-rates.ts'
import { createSimulations } from './create-simulations.ts'

const level = (accountId: string, role: Role, parentId: string | null, basisPoints = 0): CommissionLevel => ({
  ...{ accountId, role, parentId, basisPoints, name: accountId },
})
const TREE = [
  level('head', 'super_admin', null),
  level('north', 'master_distributor', 'head', 1_800),
  level('lucknow', 'distributor', 'north', 1_200),
  level('shop', 'retailer', 'lucknow', 800),
  level('asha', 'customer', 'shop'),
  level('ravi', 'customer', 'lucknow'),
  level('alone', 'developer', null),
]
const item = (endpoint: string, of: Partial<SoldEndpoint> = {}): SoldEndpoint => ({
  ...{
    endpoint,
    tier: null,
    listed: inr('6'),
    listedSource: 'plugin',
    configured: null,
    chargeable: true,
    cost: inr('1'),
  },
  ...of,
})
const used = (accountId: string, calls: number, charged: Price, endpoint = 'pan'): ChargedCalls => ({
  ...{ accountId, endpoint, calls, charged },
})

/** Simulations over fixed rows. */
function open(
  calls: readonly ChargedCalls[],
  of: {
    readonly entries?: readonly PriceEntry[]
    readonly levels?: readonly CommissionLevel[]
    readonly mode?: CommissionMode
  } = {},
) {
  const { entries = [], levels = TREE, mode = 'differential' } = of
  const line = (id: string | null): readonly CommissionLevel[] => {
    const own = levels.find(({ accountId }) => accountId === id)
    return own ? [own, ...line(own.parentId)] : []
  }
  const refuse = () => Promise.reject(new Error('nothing is written'))
  const rates = { tree: async () => levels, line: async (id: string) => line(id), set: refuse }
  const prices = {
    ...{ add: refuse, changesAfter: refuse, changesHere: () => 0, revision: async () => 0 },
    history: async (endpoint?: string) =>
      entries.filter((entry) => endpoint === undefined || entry.endpoint === endpoint),
  }
  const computed = item('computed', { listed: null, cost: zero })
  const items = [item('pan'), item('gst', { cost: zero }), computed, item('company', { tier: 'full' })]
  const sold = async () =>
    new Map(items.map((one) => [one.tier === null ? one.endpoint : `${one.endpoint}#${one.tier}`, one]))
  const clock = manualClock(new Date('2026-11-26T00:00:00Z'))
  const asked: unknown[] = []
  const usage = {
    read: async (query: { readonly accountIds: readonly string[] }) => {
      asked.push(query)
      return calls.filter(({ accountId }) => query.accountIds.includes(accountId))
    },
  }
  const parts = { rates, prices, mode, sold, clock }
  const simulations = createSimulations({ ...parts, usage, lists: createPrices(parts) })
  const run = (question: Partial<SimulationQuestion> = {}) =>
    simulations.run({ accountId: null, upTo: null, month: null, rates: [], prices: [], ...question })
  return { run, asked, parts }
}
const rate = (whose: Role | string, basisPoints: number) =>
  whose.length > 0 && ['retailer', 'distributor', 'master_distributor', 'customer'].includes(whose)
    ? { accountId: null, role: whose as Role, basisPoints }
    : { accountId: whose, role: null, basisPoints }
const price = (amount: Price, of: Partial<SimulationQuestion['prices'][number]> = {}) => ({
  ...{
    endpoint: 'pan',
    tier: null,
    accountId: null,
    role: null,
    fromCalls: 0,
    ownerAccountId: null,
    price: amount,
    ...of,
  },
})
const CALLS = [
  used('asha', 100, inr('600')),
  used('ravi', 10, inr('60')),
  used('alone', 5, inr('30')),
  used('asha', 2, inr('3'), 'gst'),
]

describe('a simulation', () => {
  it('without proposals has what each level earned, of calls below the account alone', async () => {
    const { run, asked } = open(CALLS)
    const { month, accounts, endpoints, total } = await run({ accountId: 'north', upTo: 'north' })
    expect([month, accounts, total.calls]).toEqual(['2026-10', 4, 112])
    expect(asked).toMatchObject([
      {
        environment: 'production',
        from: Date.parse('2026-09-30T18:30:00Z'),
        until: Date.parse('2026-10-31T18:30:00Z'),
      },
    ])
    const [pan] = endpoints
    expect(pan?.before).toEqual(pan?.after)
    expect(pan).toMatchObject({ endpoint: 'pan', calls: 110, changed: { calls: 0, accounts: 0 } })
    expect(pan?.before).toEqual({
      revenue: inr('660'),
      levels: [
        { role: 'retailer', amount: inr('48') },
        { role: 'distributor', amount: inr('24') + inr('7.20') },
        { role: 'master_distributor', amount: inr('36') + inr('3.60') },
      ],
      ...{ own: inr('39.60'), platform: inr('660') - inr('118.80'), cost: inr('110') },
    })
  })

  it('tells nothing of the levels above who asks', async () => {
    const { total } = await open(CALLS).run({ accountId: 'shop', upTo: 'lucknow' })
    expect(total.before.levels.map(({ role }) => role)).toEqual(['retailer', 'distributor'])
    const own = await open(CALLS).run({ accountId: 'shop', upTo: 'shop' })
    expect(own.total.before.levels.map(({ role }) => role)).toEqual(['retailer'])
  })

  it('has the shares of real calls, which with the platform are the price to the micro-rupee, for any rates', async () => {
    const rates = fc.tuple(
      fc.integer({ min: 0, max: 800 }),
      fc.integer({ min: 0, max: 1_200 }),
      fc.integer({ min: 0, max: 1_800 }),
    )
    const prices = fc.array(fc.integer({ min: 1, max: 50_000 }), { minLength: 1, maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...COMMISSION_MODES),
        rates,
        prices,
        async (mode, [shop, lucknow, north], paise) => {
          const given = new Map([
            ['shop', shop],
            ['lucknow', lucknow],
            ['north', north],
          ])
          const levels = TREE.map((one) => ({ ...one, basisPoints: given.get(one.accountId) ?? 0 }))
          const charges = paise.map((count) => priceOf(count * MICRO_RUPEES_PER_PAISA))
          const sum = priceOf(charges.reduce((all, charge) => all + charge, 0))
          const { run } = open([used('asha', charges.length, sum)], { levels, mode })
          const inForce = [...given].map(([accountId, basisPoints]) => ({ accountId, role: null, basisPoints }))
          for (const rates of [[], inForce]) {
            const { total } = await run({ rates })
            expect(total.after).toEqual(total.before)
            const line = ['shop', 'lucknow', 'north', 'head'].flatMap((id) =>
              levels.filter(({ accountId }) => accountId === id),
            )
            // Call by call, as they are charged.
            const legs = charges.flatMap((charge) => legsOf(sharesOf(mode, line), charge))
            for (const [accountId, role] of [
              ['shop', 'retailer'],
              ['lucknow', 'distributor'],
              ['north', 'master_distributor'],
            ]) {
              const earned = legs
                .filter((leg) => leg.accountId === accountId)
                .reduce((all, { amount }) => all + amount, 0)
              expect(total.after.levels.find((one) => one.role === role)?.amount).toBe(earned)
            }
            const paid = total.after.levels.reduce((all, { amount }) => all + amount, 0)
            expect(paid + total.after.platform).toBe(sum)
          }
        },
      ),
      { numRuns: 50 },
    )
  })

  it('applies rates of a role, and before them those of an account', async () => {
    const { run } = open(CALLS)
    const { total } = await run({ accountId: 'north', rates: [rate('retailer', 500), rate('lucknow', 1_000)] })
    expect(total.before.levels.map(({ amount }) => amount)).toEqual([inr('48.24'), inr('31.32'), inr('39.78')])
    expect(total.after.levels.map(({ amount }) => amount)).toEqual([inr('30.15'), inr('36.15'), inr('53.04')])
    expect(total.after.revenue).toBe(total.before.revenue)
  })

  it('refuses rates with the error of commissions.set: above the cap, of other roles, and that a price does not pay', async () => {
    const { run } = open(CALLS)
    const above = {
      code: 'COMMISSION_ABOVE_CAP',
      message: 'The rate of a retailer is at most 8.00 %, not 8.01 %. Allowed: 0 to 8.00, in steps of 0.01',
    }
    await expect(run({ rates: [rate('retailer', 801)] })).rejects.toMatchObject(above)
    await expect(run({ rates: [rate('shop', 801)] })).rejects.toMatchObject(above)
    await expect(run({ rates: [rate('customer', 1)] })).rejects.toMatchObject({ code: 'COMMISSION_NOT_FOR_ROLE' })
    const levels = TREE.map((one) => ({ ...one, basisPoints: 0 }))
    const low = { ...price(inr('1.10')), id: 'p1', validFrom: new Date(0), createdAt: new Date(0), actor: 'asha' }
    const tight = open(CALLS, { levels, entries: [low] })
    await expect(tight.run({ rates: [rate('master_distributor', 1_000)] })).rejects.toMatchObject({
      code: 'COMMISSION_ABOVE_PRICE',
    })
    await expect(tight.run({ rates: [rate('north', 1_000)] })).rejects.toMatchObject({ code: 'COMMISSION_ABOVE_PRICE' })
    expect((await tight.run({ rates: [rate('master_distributor', 900)] })).total.calls).toBe(117)
  })

  it('tries a price: calls beyond a volume alone, not those of accounts with a price of their own', async () => {
    const own = {
      ...price(inr('5'), { accountId: 'ravi' }),
      id: 'p1',
      validFrom: new Date(0),
      createdAt: new Date(0),
      actor: 'asha',
    }
    const { run } = open(CALLS, { entries: [own] })
    const { endpoints, prices } = await run({ prices: [price(inr('5.50'), { role: 'customer', fromCalls: 60 })] })
    expect(endpoints[0]).toMatchObject({ endpoint: 'pan', changed: { calls: 40, accounts: 1 } })
    // Both sides are of today's lists: ravi pays its own price on both.
    expect(endpoints[0]?.before.revenue).toBe(inr('680'))
    expect(endpoints[0]?.after.revenue).toBe(inr('680') - 40 * inr('0.50'))
    expect(endpoints[1]?.changed.calls).toBe(0)
    expect(prices).toMatchObject([{ current: inr('6'), floor: inr('1.22'), counted: true, cost: inr('1') }])
    const [ofRavi] = (await run({ prices: [price(inr('4'), { accountId: 'ravi' })] })).prices
    expect(ofRavi?.current).toBe(inr('5'))
  })

  it('tries a price of a super admin below it alone, and never below what that pays itself', async () => {
    const { run } = open(CALLS)
    const tried = price(inr('5'), { role: 'customer', ownerAccountId: 'head' })
    const { endpoints } = await run({ prices: [tried] })
    expect(endpoints[0]).toMatchObject({ changed: { calls: 0 } })
    const dearer = { ...tried, price: inr('7') }
    expect((await run({ prices: [dearer] })).endpoints[0]?.after.revenue).toBe(inr('690') + 110 * inr('1'))
  })

  it('tries a price in place of one that is computed for each request, and tells that of a tier is not counted', async () => {
    const { run } = open([used('asha', 4, inr('10'), 'computed'), used('asha', 3, inr('3'), 'company')])
    const { endpoints, prices } = await run({
      prices: [price(inr('2'), { endpoint: 'computed' }), price(inr('9'), { endpoint: 'company', tier: 'full' })],
    })
    expect(endpoints.map(({ endpoint, after }) => [endpoint, after.revenue])).toEqual([
      ['computed', inr('8')],
      ['company', inr('3')],
    ])
    expect(prices).toMatchObject([
      { current: null, counted: true },
      { current: inr('6'), counted: false },
    ])
  })

  it('refuses a price with the error of prices.set', async () => {
    const { run } = open(CALLS)
    await expect(run({ prices: [price(inr('1.21'))] })).rejects.toMatchObject({ code: 'PRICE_BELOW_FLOOR' })
    await expect(run({ prices: [price(inr('9'), { endpoint: 'company' })] })).rejects.toMatchObject({
      code: 'PRICE_TIER_REQUIRED',
    })
    await expect(run({ prices: [price(inr('9'), { endpoint: 'none' })] })).rejects.toMatchObject({
      code: 'PRICE_ENDPOINT_UNKNOWN',
    })
  })

  it('is refused of more accounts than are read, and where nobody counts', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => level(`c-${n}`, 'customer', null))
    await expect(open([], { levels: many }).run()).rejects.toMatchObject({ code: 'SIMULATION_TOO_LARGE' })
    expect((await open([], { levels: many }).run({ accountId: 'c-1' })).accounts).toBe(0)
    await expect(open([]).run({ month: '2026-13' })).rejects.toMatchObject({ code: 'SIMULATION_MONTH_INVALID' })
    const { parts } = open([])
    const none = createSimulations({ ...parts, usage: null, lists: createPrices(parts) })
    const question = { accountId: null, upTo: null, month: null, rates: [], prices: [] }
    await expect(none.run(question)).rejects.toMatchObject({ code: 'SIMULATION_NO_USAGE' })
  })
})
