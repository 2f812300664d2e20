import { Accounts, inr, Keys, micro, type Price, Pricing, type Role, service } from '@parakh/core'
import resale, { AccountBrands, type PriceChange, Prices } from '@parakh/resale'
import { afterEach, describe, expect, it } from 'vitest'
import { databaseOn } from '../../../../test/databases.ts'
import { lookup } from '../../test/lookup-plugin.ts'
import { secretsForTest } from '../../test/server-for-test.ts'
import type { Config } from '../config/schema.ts'
import { createServer } from '../server.ts'

const actor = 'asha'
const secrets = secretsForTest()
const endings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end()
})

async function databaseOf(engine: 'sqlite3' | 'pg'): Promise<NonNullable<Config['database']>> {
  const { options, drop } = await databaseOn(engine)
  endings.push(drop)
  return options
}

async function open(database: NonNullable<Config['database']>, more: Partial<Config> = {}) {
  const server = await createServer(
    { plugins: [lookup(), resale()], secrets, server: { port: 0 }, database, ...more },
    { logger: false },
  )
  endings.push(() => server.close())
  const json = async (url: string, host = 'localhost') => (await server.app.inject({ url, headers: { host } })).json()
  const account = async (role: Role, parentId: string | null = null) =>
    (await server.host.get(Accounts).create({ name: role, role, parentId })).id
  const price = (amount: Price, of: Partial<PriceChange> = {}) =>
    server.host
      .get(Prices)
      .set({ endpoint: 'lookup', price: amount, accountId: null, role: null, fromCalls: 0, actor, ...of })
  /** What an account is charged for one answer, by the response. */
  const charged = async (accountId: string) => {
    const { key, apiSecret } = await server.host.get(Keys).create({ accountId, environment: 'sandbox' })
    const headers = { 'x-api-key': key.publicId, 'x-api-secret': apiSecret }
    return (await server.app.inject({ url: '/api/v1/lookup?code=AA00', headers })).json().meta.charged
  }
  /** Every place in the documents that shows the endpoint's price. */
  const published = async (host?: string) => {
    const whole = await json('/openapi.json', host)
    const one = await json('/openapi/lookup.json', host)
    const collection = await json('/postman/lookup.json', host)
    const operations = [whole, one].map(({ paths }) => paths['/api/v1/lookup'].get)
    expect(operations[0]).toEqual(operations[1])
    const [{ 'x-price': machine, description, responses }] = operations
    const examples: { value: { meta: { charged: number } } }[] = Object.values(
      responses['200'].content['application/json'].examples,
    )
    const folder = collection.item[0].item[0]
    return {
      amount: machine.amount,
      source: machine.source,
      said: description.match(/INR [0-9.]+/)[0],
      postman: folder.description.match(/INR [0-9.]+/)[0],
      examples: [...new Set(examples.map(({ value }) => value.meta.charged))],
    }
  }
  const { host } = server
  return { host, close: () => server.close(), account, price, charged, published, json }
}
const shown = (amount: number, source: string) => {
  const said = `INR ${amount.toFixed(2)}`
  return { amount, source, said, postman: said, examples: [amount] }
}

describe.each(['sqlite3', 'pg'] as const)('the published price, on %s', (engine) => {
  it('is the one that is charged, as soon as it is set, and after a restart', async () => {
    const database = await databaseOf(engine)
    const first = await open(database)
    const payer = await first.account('developer')
    expect(await first.published()).toEqual(shown(0.5, 'plugin'))
    await first.price(inr('2.25'))
    expect(await first.published()).toEqual(shown(2.25, 'list'))
    expect(await first.charged(payer)).toBe(2.25)
    await first.close()
    const second = await open(database, { pricing: { overrides: { lookup: '9' } } })
    expect(await second.published()).toEqual(shown(2.25, 'list'))
    await second.host.get(Prices).unset({ endpoint: 'lookup', accountId: null, role: null, fromCalls: 0, actor })
    expect(await second.published()).toEqual(shown(9, 'configuration'))
    expect(await second.charged(payer)).toBe(9)
  })

  it('is that of an account without terms of its own, also at the host of a reseller', async () => {
    const server = await open(await databaseOf(engine))
    const reseller = await server.account('distributor')
    const brand = { accountId: reseller, host: 'api.north.example', name: 'North', supportEmail: null, colour: null }
    await server.host.get(AccountBrands).set(brand, actor)
    await server.price(inr('3'))
    await server.price(inr('1.10'), { accountId: reseller })
    await server.price(inr('1.20'), { role: 'distributor' })
    await server.price(inr('1.30'), { fromCalls: 10 })
    expect(await server.charged(reseller)).toBe(1.1)
    expect(await server.charged(await server.account('customer', reseller))).toBe(3)
    expect(await server.published()).toEqual(shown(3, 'list'))
    expect(await server.published('api.north.example')).toEqual(shown(3, 'list'))
  })

  it('is that of its branch at the hosts of a super admin and of those below it', async () => {
    const server = await open(await databaseOf(engine))
    const head = await server.account('super_admin')
    const reseller = await server.account('master_distributor', head)
    const hosts = new Map([
      [head, 'api.head.example'],
      [reseller, 'api.north.example'],
      [await server.account('super_admin'), 'api.rival.example'],
    ])
    for (const [accountId, host] of hosts)
      await server.host
        .get(AccountBrands)
        .set({ accountId, host, name: 'North', supportEmail: null, colour: null }, actor)
    await server.price(inr('3'))
    await server.price(inr('4'), { role: 'customer', ownerAccountId: head })
    const atHosts = async () =>
      await Promise.all([...hosts.values()].map(async (host) => (await server.published(host)).amount))
    expect(await server.published()).toEqual(shown(3, 'list'))
    expect(await server.published('api.north.example')).toEqual(shown(4, 'list'))
    expect(await atHosts()).toEqual([4, 4, 3])
    const payer = await server.account('customer', reseller)
    expect([await server.charged(payer), await server.charged(await server.account('customer'))]).toEqual([4, 3])
    await server.price(inr('5'), { accountId: head })
    expect(await atHosts()).toEqual([5, 5, 3])
    expect(await server.charged(payer)).toBe(5)
  })
})

describe('the published price of a pricing of the host', () => {
  const openWith = async (quote: Pricing['quote']) =>
    await open(await databaseOf('sqlite3'), { services: [service(Pricing, {}, () => ({ quote }))] })
  const terms = { source: 'list', version: 'own', legs: [] } as const

  it("is the price of a host's own Pricing, at the host of a reseller for the accounts below it", async () => {
    let reseller = ''
    const server = await openWith(({ account: { parentId } }) => ({
      ...terms,
      price: parentId === reseller ? inr('4') : inr('7.25'),
    }))
    reseller = await server.account('distributor')
    const brand = { accountId: reseller, host: 'api.north.example', name: 'North', supportEmail: null, colour: null }
    await server.host.get(AccountBrands).set(brand, actor)
    expect(await server.published()).toEqual(shown(7.25, 'list'))
    expect(await server.published('api.north.example')).toEqual(shown(4, 'list'))
    expect(await server.charged(await server.account('customer', reseller))).toBe(4)
    expect(await server.charged(await server.account('developer'))).toBe(7.25)
  })

  it.each([
    ['fails for an account that it does not know', () => Promise.reject(new Error('no such account'))],
    ['is no price', () => ({ ...terms, price: micro(-1_000_000) as Price })],
  ])('is left open where it %s', async (_, quote) => {
    const server = await openWith(quote)
    const { paths } = await server.json('/openapi.json')
    expect(paths['/api/v1/lookup'].get['x-price']).toEqual({ computed: true, currency: 'INR' })
  })
})
