import resale from '@parakh/resale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn, type TestDatabase } from '../../../../test/databases.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { company } from '../../test/company-plugin.ts'
import { lookup } from '../../test/lookup-plugin.ts'

describe.each(['sqlite3', 'pg'] as const)('prices and commission by the admin API on %s', (client) => {
  let database: TestDatabase
  let test: AdminForTest
  let ids: { top: string; middle: string; shop: string; payer: string }
  const as = new Map<string, string>()
  beforeAll(async () => {
    database = await databaseOn(client)
    const plugins = [lookup(), company(), resale({ costs: { lookup: { find: '0.10' } } })]
    test = await adminForTest({ plugins, database: database.options })
    const top = (await test.account('master_distributor')).id
    const middle = (await test.account('distributor', top)).id
    const shop = (await test.account('retailer', middle)).id
    const payer = (await test.account('customer', shop)).id
    ids = { top, middle, shop, payer }
    for (const id of Object.values(ids)) as.set(id, (await test.credential(id)).secret)
  })
  afterAll(async () => {
    await test.close()
    await database.drop()
  })
  const get = async (url: string, who: string | null = null) =>
    await test.ask({ url, as: who === null ? test.operator : (as.get(who) ?? '') })
  const send = async (method: 'POST' | 'PUT', url: string, body: object, who: string | null = null) =>
    await test.ask({ method, url, body, as: who === null ? test.operator : (as.get(who) ?? '') })
  const quote = async (who: string | null) =>
    (await get(`/quotes?endpoint=lookup&account_id=${ids.payer}&environment=sandbox`, who)).json()

  it('sets, lists and unsets prices, by operators alone', async () => {
    const price = { endpoint: 'lookup', price: '0.90', role: 'retailer', from_calls: 10 }
    expect(await send('POST', '/prices', price)).toMatchObject({ status: 201 })
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.80', account_id: ids.payer })
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.70', role: 'distributor' })
    expect((await send('POST', '/prices', price, ids.top)).status).toBe(403)
    const { items } = (await get('/prices?endpoint=lookup')).json()
    expect(items).toMatchObject([
      { price: '0.70', role: 'distributor', set_by: 'admin:test-1' },
      { price: '0.90', role: 'retailer', from_calls: 10, status: 'in force' },
      { price: '0.80', account_id: ids.payer },
    ])
    const seen = (await get('/prices', ids.shop)).json().items
    expect(seen).toMatchObject([
      { price: '0.90', set_by: null },
      { price: '0.80', set_by: null },
    ])
    expect((await get('/prices?endpoint=nowhere')).json().error.code).toBe('PRICE_ENDPOINT_UNKNOWN')
    const low = await send('POST', '/prices', { endpoint: 'lookup', price: '0.05' })
    expect([low.status, low.json().error.code]).toEqual([422, 'PRICE_BELOW_FLOOR'])
    expect((await send('POST', '/prices/unset', { endpoint: 'lookup', account_id: ids.payer })).status).toBe(200)
    const again = await send('POST', '/prices/unset', { endpoint: 'lookup', account_id: ids.payer })
    expect([again.status, again.json().error.code]).toEqual([409, 'PRICE_NOT_SET'])
  })

  it('lists what was set for one account alone, to those whose branch has it', async () => {
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.60', account_id: ids.payer })
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.65', account_id: ids.shop })
    const of = (id: string, who: string | null = null) => get(`/prices?account_id=${id}`, who)
    for (const who of [null, ids.top, ids.shop, ids.payer])
      expect((await of(ids.payer, who)).json().items).toMatchObject([{ price: '0.60', account_id: ids.payer }])
    expect((await of(ids.shop)).json().items).toMatchObject([{ price: '0.65', account_id: ids.shop }])
    // What those above pay is not for who is below.
    expect((await of(ids.shop, ids.payer)).status).toBe(404)
    for (const account_id of [ids.payer, ids.shop])
      expect((await send('POST', '/prices/unset', { endpoint: 'lookup', account_id })).status).toBe(200)
  })

  it('sets, lists, explains and unsets the price of a tier, and refuses one for the whole endpoint', async () => {
    const of = { endpoint: 'company-details', role: 'customer' }
    const whole = await send('POST', '/prices', { ...of, price: '2' })
    expect([whole.status, whole.json().error.code]).toEqual([422, 'PRICE_TIER_REQUIRED'])
    expect(whole.json().error.message).toContain('Allowed: company-details#basic, company-details#full')
    const unknown = await send('POST', '/prices', { ...of, tier: 'gold', price: '2' })
    expect([unknown.status, unknown.json().error.code]).toEqual([422, 'PRICE_TIER_UNKNOWN'])
    const set = await send('POST', '/prices', { ...of, tier: 'full', price: '2.20' })
    expect(set.json()).toMatchObject({ endpoint: 'company-details', tier: 'full', price: '2.20' })
    const listed = (await get('/prices?endpoint=company-details')).json()
    expect(listed.items).toMatchObject([{ tier: 'full', price: '2.20', status: 'in force' }])
    expect((await get('/prices?endpoint=company-details&tier=basic')).json().items).toEqual([])
    expect((await get('/prices?endpoint=company-details&tier=gold')).json().error.code).toBe('PRICE_TIER_UNKNOWN')
    const asked = `/quotes?endpoint=company-details&account_id=${ids.payer}&environment=sandbox`
    expect((await get(`${asked}&tier=full`)).json()).toMatchObject({ tier: 'full', price: '2.20', source: 'list' })
    expect((await get(`${asked}&tier=basic`)).json()).toMatchObject({ tier: 'basic', price: '1.00', source: 'plugin' })
    expect((await get(asked)).json().error.code).toBe('PRICE_TIER_REQUIRED')
    expect((await send('POST', '/prices/unset', { ...of, tier: 'full' })).status).toBe(200)
    expect((await get(`${asked}&tier=full`)).json()).toMatchObject({ price: '3.00', source: 'plugin' })
  })

  it('lets an account set rates below it, up to its own', async () => {
    const rate = (id: string) => `/accounts/${id}/commission`
    expect((await send('PUT', rate(ids.top), { rate: '18' })).json()).toMatchObject({ rate: '18.00', cap: '18.00' })
    expect((await send('PUT', rate(ids.middle), { rate: 7.25 }, ids.top)).json()).toMatchObject({ rate: '7.25' })
    expect((await send('PUT', rate(ids.shop), { rate: '7.26' }, ids.middle)).status).toBe(403)
    expect((await send('PUT', rate(ids.shop), { rate: '7.25' }, ids.middle)).status).toBe(200)
    expect((await send('PUT', rate(ids.shop), { rate: '1' }, ids.shop)).status).toBe(403)
    expect((await send('PUT', rate(ids.middle), { rate: '1' }, ids.shop)).status).toBe(404)
    expect((await send('PUT', rate(ids.shop), { rate: '8.01' })).json().error.code).toBe('COMMISSION_ABOVE_CAP')
    expect((await send('PUT', rate(ids.shop), { rate: '1.234' })).status).toBe(422)
    expect((await get(rate(ids.payer), ids.shop)).json().error.code).toBe('COMMISSION_NOT_FOR_ROLE')
  })

  it('explains a whole quote to an operator, and to an account its own part', async () => {
    expect(await quote(null)).toMatchObject({
      ...{ price: '0.50', charged: '0.50', source: 'plugin', platform: '0.41', cost: '0.10', floor: '0.13' },
      commission: [
        { account_id: ids.shop, amount: '0.03625' },
        { account_id: ids.middle, amount: '0.00', share: '0.00' },
        { account_id: ids.top, amount: '0.05375', rate: '18.00', share: '10.75' },
      ],
    })
    const told = await quote(ids.shop)
    expect(told).toMatchObject({ platform: null, cost: null, floor: null, commission: [{ account_id: ids.shop }] })
    expect(JSON.stringify(told)).not.toContain(ids.top)
    expect(await quote(ids.payer)).toMatchObject({ price: '0.50', commission: [] })
  })

  it('shows, states and converts commission, each of its own', async () => {
    const of = `/accounts/${ids.shop}/commission/sandbox`
    expect((await get(of, ids.shop)).json()).toEqual({ accrued: '0.00', pending: '0.00', convertible: '0.00' })
    expect((await get(`${of}/statements/2026-11`, ids.shop)).json()).toMatchObject({ lines: [], closing: '0.00' })
    expect((await get(`${of}/statements/2026-13`, ids.shop)).status).toBe(404)
    const little = await send('POST', `${of}/conversions`, { reference: 'july' }, ids.shop)
    expect([little.status, little.json().error.code]).toEqual([409, 'COMMISSION_TOO_LITTLE'])
    expect((await send('POST', `${of}/conversions`, { reference: 'july' }, ids.middle)).status).toBe(403)
  })

  it('lets only operators set costs', async () => {
    const cost = { plugin: 'lookup', operation: 'find', cost: '0.11' }
    expect((await send('POST', '/costs', cost, ids.top)).status).toBe(403)
    expect((await get('/costs', ids.top)).status).toBe(403)
    const set = await send('POST', '/costs', cost)
    expect([set.status, set.json()]).toMatchObject([201, { ...cost, set_by: 'admin:test-1' }])
    expect((await get('/costs?past=true')).json()).toMatchObject({
      items: [
        { ...cost, cost: '0.10', cost_id: null, set_by: null, status: 'past' },
        { ...cost, status: 'in force' },
      ],
    })
    expect((await get('/costs')).json().plugins).toContainEqual({ plugin: 'lookup', operations: ['find'], sources: [] })
    const wrong = await send('POST', '/costs', { ...cost, operation: 'lose' })
    expect([wrong.status, wrong.json().error.code]).toEqual([422, 'COST_OPERATION_UNKNOWN'])
    await send('POST', '/costs', { ...cost, cost: '0.10' })
  })

  it('shows costs only to operators, and reconciles an invoice', async () => {
    expect((await get('/costs/margins?month=2026-11')).json()).toEqual({ month: '2026-11', margins: [], providers: [] })
    expect((await get('/costs/margins?month=2026-11', ids.top)).status).toBe(403)
    const invoice = { month: '2026-11', provider: 'lookup', csv: 'reference,amount\na,0.10\n' }
    expect((await send('POST', '/costs/reconciliations', invoice)).json()).toMatchObject({
      ...{ invoiced: '0.10', booked: '0.00', matched: 0 },
      suspense: [{ kind: 'unknown', reference: 'a', invoiced: '0.10' }],
    })
    const wrong = await send('POST', '/costs/reconciliations', { ...invoice, csv: 'a\n1\n' })
    expect([wrong.status, wrong.json().error.code]).toEqual([422, 'COST_INVOICE_INVALID'])
  })
})
