import { inr, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'

const SCOPES = ['prices:write', 'prices:read', 'commissions:write', 'plans:write', 'plans:subscribe'] as const

describe('a super admin, by its own credential', () => {
  let test: AdminForTest
  let ids: { head: string; top: string; middle: string; payer: string; other: string }
  const as = new Map<string, string>()
  beforeAll(async () => {
    test = await adminForTest({ plugins: [lookup()], costs: { lookup: { find: '0.10' } } })
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
  const send = (method: 'POST' | 'PUT', url: string, body: object, who: string | null = ids.head) =>
    test.ask({ method, url, body, as: who === null ? test.operator : (as.get(who) ?? '') })
  const setPrice = (body: object, who?: string) => send('POST', '/prices', { endpoint: 'lookup', ...body }, who)
  const priceOf = async (account: string) =>
    (
      await test.ask({ url: `/quotes?endpoint=lookup&account_id=${account}&environment=production`, as: test.operator })
    ).json().price

  it('sets the prices of accounts below it, by volume too, and takes them away again', async () => {
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
    ['that of a role', () => ({ price: '0.95', role: 'customer' }), 403],
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

  it('sells at its own price and above, never below the floor of the operators', async () => {
    expect(await setPrice({ price: '0.60', account_id: ids.payer })).toMatchObject({ status: 201 })
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.20', account_id: ids.head }, null)
    await send('PUT', `/accounts/${ids.top}/commission`, { rate: '18' }, null)
    const low = await setPrice({ price: '0.05', account_id: ids.payer })
    expect(low.status).toBeGreaterThanOrEqual(400)
    expect(await priceOf(ids.payer)).toBe('0.60')
    await send('POST', '/prices', { endpoint: 'lookup', price: '0.60', account_id: ids.head }, null)
  })

  it('is alone in it: no other account sets a price, whatever its scopes', async () => {
    for (const who of [ids.top, ids.middle, ids.payer])
      expect((await setPrice({ price: '0.95', account_id: who === ids.top ? ids.middle : who }, who)).status).toBe(403)
  })

  it('sets the rates of its master distributors, up to their cap, and of nobody else', async () => {
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
    expect((await send('POST', `/accounts/${ids.payer}/kyc/approve`, {})).status).toBe(403)
    await expect(test.credential(ids.head, ['funding:approve'])).rejects.toMatchObject({ code: 'ADMIN_TOKEN_INVALID' })
  })
})
