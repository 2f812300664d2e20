import { Accounts, Brands, Clock, inr, service, Wallet } from '@parakh/core'
import plans, { Plans } from '@parakh/plans'
import resale, { AccountBrands, TxtRecords } from '@parakh/resale'
import { type ManualClock, manualClock } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { live, lookup } from '../../test/lookup-plugin.ts'
import type { Config } from '../config/schema.ts'

const actor = 'test'
const OURS = {
  name: 'Acme Verify',
  supportEmail: 'help@acme.example',
  colour: '#123456',
  logo: 'https://acme.example/l.svg',
  apiVersion: '2.1.0',
  introduction: 'Acme begins here.',
}
const NORTH = { host: 'api.north.example', name: 'North Checks', supportEmail: 'help@north.example', colour: '#0a7d5c' }
const SOUTH = { host: 'api.south.example', name: 'South', supportEmail: null, colour: null }
const OWN = {
  own: { pricePerMonth: '10', pooledRequests: 1, features: ['customDomain' as const, 'ownBrand' as const] },
}
const A_SECOND_MS = 1_000
const A_MONTH_AND_MORE_MS = 40 * 86_400_000

let test: AdminForTest
let clock: ManualClock
beforeEach(() => {
  clock = manualClock()
})
afterEach(() => test.close())

const open = async (config: Partial<Config> = {}) => {
  test = await adminForTest({
    ...{ brand: OURS, plugins: [lookup({ live: live(async (code) => ({ code, name: 'Asha' })) }), resale()] },
    services: [service(Clock, {}, () => clock)],
    server: { port: 3000 },
    ...config,
  })
}
const get = (url: string, host: string, headers = {}) => test.app.inject({ url, headers: { host, ...headers } })
const brandOf = (accountId: string, brand: typeof NORTH | typeof SOUTH) =>
  test.host.get(AccountBrands).set({ accountId, ...brand }, actor)
const reseller = async (brand: typeof NORTH | typeof SOUTH) => {
  const { id } = await test.account('distributor')
  await brandOf(id, brand)
  return id
}
const titleAt = async (host: string, headers = {}) => (await get('/openapi.json', host, headers)).json().info.title

describe('the brand of a host', () => {
  it('is on the reference page, in the OpenAPI document and in the Postman collection of that host alone', async () => {
    await open()
    await reseller(NORTH)
    await reseller(SOUTH)
    const pages = await Promise.all([NORTH.host, SOUTH.host, 'elsewhere.example'].map((host) => get('/docs', host)))
    const [north = '', south = '', elsewhere = ''] = pages.map(({ body }) => body)
    expect(north).toContain('<title>North Checks: API reference</title>')
    expect(north).toContain('mailto:help@north.example')
    expect(north).toContain('#0a7d5c')
    expect(south).toContain('<strong>South</strong></header>')
    expect(elsewhere).toContain('<strong>Acme Verify</strong>')
    for (const page of [north, south]) expect(page).not.toMatch(/acme|#123456/i)
    const document = (await get('/openapi.json', NORTH.host)).json()
    expect(document).toMatchObject({
      info: {
        ...{ title: 'North Checks API', version: '2.1.0', description: expect.stringContaining('by North Checks,') },
        contact: { name: 'North Checks', email: 'help@north.example' },
      },
      servers: [{ url: 'http://api.north.example:3000' }],
    })
    const one = (await get('/openapi/lookup.json', SOUTH.host)).json()
    expect(one).toMatchObject({
      info: { contact: { name: 'South' } },
      servers: [{ url: 'http://api.south.example:3000' }],
    })
    expect(JSON.stringify([document, one])).not.toMatch(/acme/i)
    const collection = (await get('/postman.json', `${NORTH.host}:8443`)).json()
    expect(collection.info.name).toBe('North Checks API')
    expect(collection.variable[0]).toEqual({ key: 'baseUrl', value: 'http://api.north.example:3000' })
    expect((await get('/openapi.json', 'elsewhere.example')).json()).toMatchObject({
      info: { title: 'Acme Verify API', description: 'Acme begins here.' },
      // The header names no known host: links begin with the server's URL.
      servers: [{ url: 'http://localhost:3000' }],
    })
  })

  it('is found however the host is written, and calls are answered by any host alike', async () => {
    await open()
    await reseller(NORTH)
    expect(await titleAt('API.North.Example:80')).toBe('North Checks API')
    for (const host of [NORTH.host, 'elsewhere.example'])
      expect((await get('/api/v1/lookup?code=AA00', host)).statusCode).toBe(401)
  })

  it('has the server at its host, the rest as at the public address', async () => {
    await open({ server: { port: 0, publicUrl: 'https://api.acme.example:444/verify/' } })
    await reseller(NORTH)
    expect((await get('/openapi.json', NORTH.host)).json().servers).toEqual([
      { url: 'https://api.north.example:444/verify' },
    ])
    const page = await get('/docs', NORTH.host)
    expect(page.headers['content-security-policy']).toContain("connect-src 'self' https://api.north.example:444;")
    expect((await get('/openapi.json', 'elsewhere.example')).json().servers).toEqual([
      { url: 'https://api.acme.example:444/verify' },
    ])
  })

  it('is escaped on the page', async () => {
    await open()
    await reseller({ ...NORTH, name: `</title><script>alert("1")</script>'&` })
    const { body } = await get('/docs', NORTH.host)
    expect(body).not.toContain('<script>alert')
    expect(body).toContain('&#60;/title&#62;&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;')
  })

  it.each([
    ['nobody', false, 'Acme Verify API'],
    ['a trusted proxy', true, 'North Checks API'],
  ])('goes by X-Forwarded-Host of %s', async (_, trustProxy, title) => {
    await open({ server: { port: 0, trustProxy } })
    await reseller(NORTH)
    expect(await titleAt('elsewhere.example', { 'x-forwarded-host': NORTH.host })).toBe(title)
  })

  it('is shown as it was set within a second', async () => {
    await open()
    const accountId = await reseller(NORTH)
    expect(await titleAt(NORTH.host)).toBe('North Checks API')
    await brandOf(accountId, { ...NORTH, name: 'Norden' })
    clock.advance(A_SECOND_MS)
    expect(await titleAt(NORTH.host)).toBe('Norden API')
    await test.host.get(AccountBrands).clear(accountId, actor)
    clock.advance(A_SECOND_MS)
    expect(await titleAt(NORTH.host)).toBe('Acme Verify API')
  })

  it('stays as it was known while brands cannot be read', async () => {
    let fails = false
    const all = async () => {
      if (fails) throw new Error('down')
      return [{ accountId: 'a', ...NORTH }]
    }
    await open({
      services: [service(Clock, {}, () => clock), service(Brands, {}, () => ({ all }))],
    })
    expect(await titleAt(NORTH.host)).toBe('North Checks API')
    fails = true
    clock.advance(A_SECOND_MS)
    expect(await titleAt(NORTH.host)).toBe('North Checks API')
    expect(test.logger.of('brands.not_read')).toHaveLength(1)
  })
})

describe('a brand where features of plans are enforced', () => {
  const subscribe = async (accountId: string) => {
    await test.host.get(Accounts).approveKyc(accountId)
    const credit = { accountId, environment: 'production', amount: inr('15'), reference: 'first', actor } as const
    await test.host.get(Wallet).credit(credit)
    await test.host.get(Plans).subscribe({ accountId, plan: 'own', actor })
  }

  it('is shown with a plan that has the features, and hidden once the plan ends', async () => {
    await open({ plugins: [plans({ offered: OWN }), resale()] })
    const { id } = await test.account('distributor')
    await expect(brandOf(id, NORTH)).rejects.toMatchObject({ code: 'PLAN_FEATURE_REQUIRED' })
    await subscribe(id)
    await brandOf(id, NORTH)
    expect(await titleAt(NORTH.host)).toBe('North Checks API')
    clock.advance(A_MONTH_AND_MORE_MS)
    expect(await titleAt(NORTH.host)).toBe('Acme Verify API')
    expect(await test.host.get(AccountBrands).get(id)).toMatchObject(NORTH)
  })

  it.each(['customDomain', 'ownBrand'] as const)('is refused to a plan with %s alone', async (feature) => {
    await open({ plugins: [plans({ offered: { own: { ...OWN.own, features: [feature] } } }), resale()] })
    const { id } = await test.account('distributor')
    await subscribe(id)
    await expect(brandOf(id, NORTH)).rejects.toMatchObject({ code: 'PLAN_FEATURE_REQUIRED' })
  })
})

describe('the brand of an account by the admin API', () => {
  it('is set, replaced and removed by operators, and by the account at a host that the DNS proves', async () => {
    const dns = new Map<string, readonly string[]>()
    const records = service(TxtRecords, {}, () => ({ find: async (name) => dns.get(name) ?? [] }))
    await open({ services: [service(Clock, {}, () => clock), records] })
    const { id } = await test.account('distributor')
    const { secret: own } = await test.credential(id)
    const as = test.operator
    const url = `/accounts/${id}/brand`
    expect((await test.ask({ url, as })).json()).toEqual({ account_id: id, brand: null })
    const body = { host: 'API.north.example', name: 'North' }
    const brand = { host: 'api.north.example', name: 'North', support_email: null, colour: null }
    expect((await test.ask({ method: 'PUT', url, as, body })).json()).toEqual({ account_id: id, brand })
    const full = { ...brand, support_email: 'help@north.example', colour: '#0a7d5c' }
    expect((await test.ask({ method: 'PUT', url, as, body: full })).json()).toEqual({ account_id: id, brand: full })
    expect((await test.ask({ url, as: own })).json()).toEqual({ account_id: id, brand: full })
    expect((await test.ask({ method: 'PUT', url, as: own, body })).json()).toEqual({ account_id: id, brand })
    const other = { ...body, host: 'API.south.example' }
    const unproven = await test.ask({ method: 'PUT', url, as: own, body: other })
    expect([unproven.status, unproven.json().error.code]).toEqual([422, 'BRAND_HOST_UNPROVEN'])
    const proof = (await test.ask({ url: `${url}/proof?host=API.south.example`, as: own })).json()
    expect(proof).toMatchObject({ name: '_domain-proof.api.south.example', proven: false })
    dns.set(proof.name, [proof.value])
    expect((await test.ask({ method: 'PUT', url, as: own, body: other })).json()).toMatchObject({
      brand: { host: 'api.south.example' },
    })
    const { secret: reads } = await test.credential(id, ['accounts:read'])
    expect((await test.ask({ method: 'PUT', url, as: reads, body })).status).toBe(403)
    expect((await test.ask({ method: 'DELETE', url, as: reads })).status).toBe(403)
    expect((await test.ask({ method: 'DELETE', url, as: own })).json()).toMatchObject({ account_id: id, brand: null })
    expect((await test.ask({ url, as })).json()).toEqual({ account_id: id, brand: null })
  })

  it.each([
    [{ host: 'localhost' }, 422, 'BRAND_INVALID'],
    [{ host: 'api.acme.example' }, 422, 'BRAND_HOST_NOT_ALLOWED'],
    [{ host: NORTH.host }, 409, 'BRAND_HOST_TAKEN'],
  ])('refuses %j with %s %s', async (field, status, code) => {
    await open({ server: { port: 0, publicUrl: 'https://API.acme.example' } })
    await reseller(NORTH)
    const { id } = await test.account('distributor')
    const body = { name: 'South', ...field }
    const refused = await test.ask({ method: 'PUT', url: `/accounts/${id}/brand`, as: test.operator, body })
    expect(refused.status).toBe(status)
    expect(refused.json()).toMatchObject({ error: { code } })
  })

  it('is refused with 403 to a plan without it', async () => {
    await open({ plugins: [plans({ offered: OWN }), resale()] })
    const { id } = await test.account('distributor')
    const body = { host: NORTH.host, name: 'North' }
    const refused = await test.ask({ method: 'PUT', url: `/accounts/${id}/brand`, as: test.operator, body })
    expect(refused.status).toBe(403)
    expect(refused.json()).toMatchObject({ error: { code: 'PLAN_FEATURE_REQUIRED' } })
  })
})
