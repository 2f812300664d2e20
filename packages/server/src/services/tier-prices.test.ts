import { Accounts, inr, Keys, minus, type Role, Store, Wallet } from '@parakh/core'
import resale, { Commissions, type PriceChange, Prices, Quotes } from '@parakh/resale'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseOn } from '../../../../test/databases.ts'
import { company } from '../../test/company-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import type { Config } from '../config/schema.ts'
import { createServer } from '../server.ts'

const environment = 'sandbox'
const actor = 'asha'
const ENDPOINT = 'company-details'
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function open(engine: 'sqlite3' | 'pg', more: Partial<Config> = {}) {
  const { options: database, drop } = await databaseOn(engine)
  endings.push(drop)
  const config = { plugins: [company(), resale()], secrets: secretsForTest(), server: { port: 0 }, database, ...more }
  const server = await createServer(config, { logger: false })
  endings.push(() => server.close())
  const { host, app } = server
  const account = async (role: Role, parentId: string | null = null) =>
    (await host.get(Accounts).create({ name: role, role, parentId })).id
  const shop = await account('retailer', await account('distributor', await account('master_distributor')))
  const payer = await account('customer', shop)
  const { key } = await host.get(Keys).create({ accountId: payer, environment })
  await host.get(Wallet).credit({ accountId: payer, environment, amount: inr('1000'), reference: 'funds', actor })
  const slot = { endpoint: ENDPOINT, accountId: null, role: null, fromCalls: 0, actor }
  const set = (price: ReturnType<typeof inr>, of: Partial<PriceChange> = {}) =>
    host.get(Prices).set({ ...slot, ...of, price })
  const unset = (of: Partial<PriceChange> = {}) => host.get(Prices).unset({ ...slot, ...of })
  /** What the wallet paid for a call. */
  const charged = async (request: object = {}) => {
    const before = await host.get(Wallet).balance(payer, environment)
    const { status } = await host.call(ENDPOINT, { cin: 'AA00', ...request }, { keyId: key.id })
    expect(status).toBe(200)
    return minus(before.balance, (await host.get(Wallet).balance(payer, environment)).balance)
  }
  const quote = (tier: string | null) =>
    host.get(Quotes).explain({ endpoint: ENDPOINT, tier, accountId: payer, environment })
  const operation = async () =>
    (await app.inject({ url: '/openapi.json' })).json().paths['/api/v1/company-details'].post
  return { host, app, shop, payer, set, unset, charged, quote, operation }
}

describe.each(['sqlite3', 'pg'] as const)('an endpoint with tiers, on %s', (engine) => {
  it('is charged by the tier that its price names, times the units', async () => {
    const { charged, host } = await open(engine)
    expect(await charged()).toBe(inr('1'))
    expect(await charged({ full: true })).toBe(inr('3'))
    expect(await charged({ full: true, pages: 4 })).toBe(inr('12'))
    expect((await host.get(Store).ledger.verify()).broken).toEqual([])
  })

  it('has a price in a list for each tier, and none for the whole endpoint', async () => {
    const { set, unset, charged, host } = await open(engine)
    const required = {
      code: 'PRICE_TIER_REQUIRED',
      message: expect.stringContaining('Allowed: company-details#basic, company-details#full'),
    }
    await expect(set(inr('2'))).rejects.toMatchObject(required)
    await expect(unset()).rejects.toMatchObject({ code: 'PRICE_NOT_SET' })
    await expect(set(inr('2'), { tier: 'gold' })).rejects.toMatchObject({
      code: 'PRICE_TIER_UNKNOWN',
      message: expect.stringContaining('no tier "gold". Allowed: company-details#basic, company-details#full'),
    })
    await set(inr('2.50'), { tier: 'full' })
    expect([await charged(), await charged({ full: true, pages: 2 })]).toEqual([inr('1'), inr('5')])
    await set(inr('0.80'), { tier: 'basic', role: 'customer' })
    expect([await charged(), await charged({ full: true })]).toEqual([inr('0.80'), inr('2.50')])
    expect(await host.get(Prices).list({ endpoint: ENDPOINT })).toMatchObject([
      { tier: 'basic', role: 'customer', price: inr('0.80') },
      { tier: 'full', role: null, price: inr('2.50') },
    ])
    await unset({ tier: 'full' })
    expect(await charged({ full: true })).toBe(inr('3'))
  })

  it('reaches volume tiers by the charged calls of each tier', async () => {
    const { set, charged } = await open(engine)
    await set(inr('2'), { tier: 'full', fromCalls: 2 })
    await set(inr('0.50'), { tier: 'basic', fromCalls: 4 })
    for (let call = 0; call < 3; call += 1) expect(await charged()).toBe(inr('1'))
    const full = []
    for (let call = 0; call < 4; call += 1) full.push(await charged({ full: true, pages: 2 }))
    expect(full).toEqual([inr('6'), inr('6'), inr('4'), inr('4')])
  })

  it('pays commission of the price of all units, and explains the price of one', async () => {
    const { host, shop, set, charged, quote } = await open(engine)
    await host.get(Commissions).set({ accountId: shop, basisPoints: 500, actor })
    await set(inr('2'), { tier: 'full' })
    expect(await charged({ full: true, pages: 10 })).toBe(inr('20'))
    expect(await host.get(Commissions).totals(shop, environment)).toMatchObject({ accrued: inr('1') })
    expect(await quote('full')).toMatchObject({
      ...{ endpoint: ENDPOINT, tier: 'full', price: inr('2'), source: 'list' },
      commission: [{ accountId: shop, amount: 100_000 }],
    })
    expect(await quote('basic')).toMatchObject({ tier: 'basic', price: inr('1'), source: 'plugin' })
    await expect(quote(null)).rejects.toMatchObject({ code: 'PRICE_TIER_REQUIRED' })
    await expect(quote('gold')).rejects.toMatchObject({ code: 'PRICE_TIER_UNKNOWN' })
  })

  it('has a floor for the price of each tier, and a cap on the commission of each', async () => {
    const plugins = [company(), resale({ costs: { company: { find: '0.90' } } })]
    const { host, shop, set } = await open(engine, { plugins })
    await expect(set(inr('0.80'), { tier: 'basic' })).rejects.toMatchObject({
      code: 'PRICE_BELOW_FLOOR',
      message: expect.stringContaining('company-details#basic'),
    })
    await set(inr('0.97'), { tier: 'full' })
    const rate = host.get(Commissions).set({ accountId: shop, basisPoints: 800, actor })
    await expect(rate).rejects.toMatchObject({
      code: 'COMMISSION_ABOVE_PRICE',
      message: expect.stringContaining('company-details#full'),
    })
    await set(inr('0.99'), { tier: 'full' })
    await host.get(Commissions).set({ accountId: shop, basisPoints: 800, actor })
    await expect(set(inr('0.97'), { tier: 'basic' })).rejects.toMatchObject({ code: 'PRICE_BELOW_FLOOR' })
  })
})

describe('the prices of tiers', () => {
  it('may stand in the configuration, by endpoint and tier', async () => {
    const { charged } = await open('sqlite3', { pricing: { overrides: { 'company-details#full': '2.00' } } })
    expect([await charged(), await charged({ full: true, pages: 3 })]).toEqual([inr('1'), inr('6')])
  })

  it.each([
    ['company-details', 'PRICE_TIER_REQUIRED', 'Allowed: company-details#basic, company-details#full'],
    ['company-details#gold', 'PRICE_TIER_UNKNOWN', 'Allowed: company-details#basic, company-details#full'],
    ['company-detail', 'PRICE_UNKNOWN_ENDPOINT', 'company-details#basic'],
  ])('are refused in the configuration for %s', async (item, code, message) => {
    await expect(open('sqlite3', { pricing: { overrides: { [item]: '2.00' } } })).rejects.toMatchObject({
      faults: [{ code, path: `pricing.overrides.${item}`, message: expect.stringContaining(message) }],
    })
  })

  it('are refused in the configuration below the cost', async () => {
    const pricing = { overrides: { 'company-details#basic': '0.80', 'company-details#full': '2' } }
    const plugins = [company(), resale({ costs: { company: { find: '0.90' } } })]
    await expect(open('sqlite3', { pricing, plugins })).rejects.toMatchObject({
      faults: [{ code: 'PRICE_BELOW_COST', path: 'pricing.overrides.company-details#basic' }],
    })
  })

  it('are published with each tier, as they are in force', async () => {
    const { set, operation } = await open('sqlite3')
    await set(inr('2.50'), { tier: 'full' })
    const { 'x-price': machine, description } = await operation()
    expect(machine).toEqual({
      currency: 'INR',
      tiers: {
        basic: { amount: 1, currency: 'INR', source: 'plugin' },
        full: { amount: 2.5, currency: 'INR', source: 'list' },
      },
    })
    expect(description).toContain('Priced by tier, for each unit: basic INR 1.00, full INR 2.50; nothing for an error.')
  })
})
