import { inr, Wallet } from '@parakh/core'
import plans from '@parakh/plans'
import resale from '@parakh/resale'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'

const SCOPES = ['prices:write', 'prices:read', 'commissions:write', 'plans:write', 'audit:read'] as const

describe('a super admin, by its own credential', () => {
  let test: AdminForTest
  let ids: { head: string; top: string; middle: string; payer: string; other: string }
  const as = new Map<string, string>()
  beforeAll(async () => {
    test = await adminForTest({ plugins: [lookup(), plans(), resale({ costs: { lookup: { find: '0.10' } } })] })
    const head = (await test.account('super_admin')).id
    const top = (await test.account('master_distributor', head)).id
    const middle = (await test.account('distributor', top)).id
    const payer = (await test.account('customer', head)).id
    const other = (await test.account('customer', (await test.account('super_admin')).id)).id
    ids = { head, top, middle, payer, other }
    for (const id of Object.values(ids)) as.set(id, (await test.credential(id, SCOPES)).secret)
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.60', account_id: head }, null)
  })
  afterAll(() => test.close())
  afterEach(async () => {
    const { items } = (await test.ask({ url: '/prices', as: test.operator })).json()
    for (const { endpoint, owner_account_id, account_id, role, from_calls } of items)
      if (owner_account_id !== null)
        await send('POST', '/prices/unset', { endpoint, account_id, role, from_calls }, owner_account_id)
  })
  const send = (method: 'POST' | 'PUT', url: string, body: object, who: string | null = ids.head) =>
    test.ask({ method, url, body, as: who === null ? test.operator : (as.get(who) ?? '') })
  const setPrice = (body: object, who?: string) => send('POST', '/prices', { endpoint: 'lookup', ...body }, who)
  const priceOf = async (account: string) =>
    (
      await test.ask({ url: `/quotes?endpoint=lookup&account_id=${account}&environment=production`, as: test.operator })
    ).json().price

  it('sets and unsets prices of accounts below it, volume tiers included', async () => {
    expect(await setPrice({ price: '0.95', account_id: ids.payer })).toMatchObject({ status: 201 })
    expect(await setPrice({ price: '0.80', account_id: ids.payer, from_calls: 1_000 })).toMatchObject({ status: 201 })
    expect(await priceOf(ids.payer)).toBe('0.95')
    const unset = { endpoint: 'lookup', account_id: ids.payer }
    expect(await send('POST', '/prices/unset', unset)).toMatchObject({ status: 200 })
    expect(await priceOf(ids.payer)).not.toBe('0.95')
  })

  it.each([
    ['its own', () => ({ price: '0.95', account_id: ids.head }), 403],
    ['everybody’s', () => ({ price: '0.95' }), 403],
    ['that of its own role', () => ({ price: '0.95', role: 'super_admin' }), 403],
    ['one of another branch', () => ({ price: '0.95', account_id: ids.other }), 404],
    ['one below its own price', () => ({ price: '0.59', account_id: ids.payer }), 403],
    ['one of an account that there is not', () => ({ price: '0.95', account_id: 'nobody' }), 404],
  ])('sets no price that is %s', async (_, body, status) => {
    const before = await priceOf(ids.payer)
    expect((await setPrice(body())).status).toBe(status)
    expect((await send('POST', '/prices/unset', { endpoint: 'lookup', ...body(), price: undefined })).status).toBe(
      status === 403 && body().price === '0.59' ? 409 : status,
    )
    expect(await priceOf(ids.payer)).toBe(before)
  })

  it('sets the prices of roles below it, by volume too, within its branch alone', async () => {
    const role = { role: 'customer', from_calls: 0 }
    const set = await setPrice({ price: '0.90', ...role })
    expect([set.status, set.json()]).toMatchObject([
      201,
      { price: '0.90', role: 'customer', owner_account_id: ids.head },
    ])
    expect(await setPrice({ price: '0.70', ...role, from_calls: 1_000 })).toMatchObject({ status: 201 })
    const deep = (await test.account('customer', ids.middle)).id
    expect([await priceOf(ids.payer), await priceOf(deep), await priceOf(ids.other)]).toEqual(['0.90', '0.90', '0.50'])
    expect((await setPrice({ price: '0.59', ...role })).status).toBe(403)
    for (const from_calls of [0, 1_000])
      expect((await send('POST', '/prices/unset', { endpoint: 'lookup', ...role, from_calls })).status).toBe(200)
    expect([await priceOf(ids.payer), await priceOf(deep)]).toEqual(['0.50', '0.50'])
  })

  it('does not change entries of operators, nor they its own', async () => {
    const unset = (body: object, who?: string | null) =>
      send('POST', '/prices/unset', { endpoint: 'lookup', ...body }, who)
    for (const slot of [{ role: 'customer' }, { account_id: ids.payer }]) {
      await send('POST', '/prices', { endpoint: 'lookup', price: '0.75', ...slot }, null)
      expect((await unset(slot)).json()).toMatchObject({ error: { code: 'PRICE_NOT_SET' } })
      await setPrice({ price: '0.85', ...slot })
      expect(await priceOf(ids.payer)).toBe('0.85')
      expect((await unset(slot, null)).status).toBe(200)
      expect((await unset(slot, null)).json()).toMatchObject({ error: { code: 'PRICE_NOT_SET' } })
      expect(await priceOf(ids.payer)).toBe('0.85')
      await send('POST', '/prices', { endpoint: 'lookup', price: '0.75', ...slot }, null)
      expect((await unset(slot)).status).toBe(200)
      expect(await priceOf(ids.payer)).toBe('0.75')
      await unset(slot, null)
    }
  })

  it('sees its prices as its own; operators see the owner, others only prices that apply to them', async () => {
    await setPrice({ price: '0.90', role: 'customer' })
    await setPrice({ price: '0.88', role: 'master_distributor' })
    await setPrice({ price: '0.91', account_id: ids.payer })
    const shownTo = async (who: string | null) => {
      const secret = who === null ? test.operator : (as.get(who) ?? '')
      const items: { price: string; owner_account_id: string | null }[] = (
        await test.ask({ url: '/prices?endpoint=lookup', as: secret })
      ).json().items
      return items
        .filter(({ price }) => price !== '0.60')
        .map(({ price, owner_account_id }) => [price, owner_account_id])
        .sort()
    }
    const whole = ['0.88', '0.90', '0.91'].map((price) => [price, ids.head])
    expect(await shownTo(ids.head)).toEqual(whole)
    expect(await shownTo(null)).toEqual(whole)
    expect(await shownTo(ids.middle)).toEqual([['0.90', null]])
    expect(await shownTo(ids.other)).toEqual([])
    const audit = await test.ask({ url: '/audit?action=price.set', as: as.get(ids.head) ?? '' })
    expect(audit.text).toContain('"role":"master_distributor"')
  })

  it('sells at or above its own price, also after that rises', async () => {
    const own = (price: string) => send('POST', '/prices', { endpoint: 'lookup', price, account_id: ids.head }, null)
    await setPrice({ price: '0.65', role: 'customer' })
    expect(await priceOf(ids.payer)).toBe('0.65')
    await own('0.70')
    const url = `/quotes?endpoint=lookup&account_id=${ids.payer}&environment=production`
    const told = await test.ask({ url, as: as.get(ids.payer) ?? '' })
    expect(told.json()).toMatchObject({ price: '0.70', source: 'account' })
    expect(told.text).toContain('its own price is more: 0.70 INR')
    expect(told.text).not.toContain(ids.head)
    await own('0.60')
    expect(await priceOf(ids.payer)).toBe('0.65')
  })

  it('sells at its own price and above, never below the floor of the operators', async () => {
    expect(await setPrice({ price: '0.60', account_id: ids.payer })).toMatchObject({ status: 201 })
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.20', account_id: ids.head }, null)
    await send('PUT', `/accounts/${ids.top}/commission`, { rate: '18' }, null)
    const low = await setPrice({ price: '0.05', account_id: ids.payer })
    expect(low.status).toBeGreaterThanOrEqual(400)
    expect(await priceOf(ids.payer)).toBe('0.60')
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.60', account_id: ids.head }, null)
  })

  it('is the only kind of account that sets prices, whatever the scopes', async () => {
    for (const who of [ids.top, ids.middle, ids.payer])
      expect((await setPrice({ price: '0.95', account_id: who === ids.top ? ids.middle : who }, who)).status).toBe(403)
  })

  it('sets the rates of its master distributors, up to their cap, and no others', async () => {
    const rate = (account: string, percent: string) => send('PUT', `/accounts/${account}/commission`, { rate: percent })
    expect((await rate(ids.top, '12.50')).json()).toMatchObject({ rate: '12.50' })
    expect((await rate(ids.top, '18.01')).json()).toMatchObject({ error: { code: 'COMMISSION_ABOVE_CAP' } })
    expect((await rate(ids.middle, '5')).status).toBe(403)
    expect((await rate(ids.other, '5')).status).toBe(404)
  })

  it('assigns plans of the operators to accounts below it, and approves neither KYC nor funding', async () => {
    const credit = { accountId: ids.payer, environment: 'production', amount: inr('1000'), actor: 'test' } as const
    await test.host.get(Wallet).credit({ ...credit, reference: 'first' })
    const subscribe = (account: string) => send('POST', `/accounts/${account}/plan/subscribe`, { plan: 'starter' })
    expect((await subscribe(ids.payer)).json()).toMatchObject({ plan: 'starter', paid: '999.00' })
    expect((await subscribe(ids.other)).status).toBe(404)
    const mine = test.ask({
      ...{ method: 'POST', url: `/accounts/${ids.payer}/plan/subscribe`, body: { plan: 'starter' } },
      as: (await test.credential(ids.top, ['plans:write'])).secret,
    })
    expect((await mine).status).toBe(404)
    expect((await send('POST', `/accounts/${ids.payer}/kyc/approve`, {})).status).toBe(403)
    await expect(test.credential(ids.head, ['funding:approve'])).rejects.toMatchObject({ code: 'ADMIN_TOKEN_INVALID' })
  })
})
