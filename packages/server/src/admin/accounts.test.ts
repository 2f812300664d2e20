import { AuditLog, inr, Keys, Wallet } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseOn, type TestDatabase } from '../../../../test/databases.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { orders } from '../../test/order-plugin.ts'

describe.each(['sqlite3', 'pg'] as const)('accounts of the admin API on %s', (client) => {
  let database: TestDatabase
  let test: AdminForTest
  beforeAll(async () => {
    database = await databaseOn(client)
    test = await adminForTest({ plugins: [orders()], database: database.options })
  })
  afterAll(async () => {
    await test.close()
    await database.drop()
  })

  it('are opened, with who did it in the audit log', async () => {
    const made = await test.ask({
      ...{ method: 'POST', url: '/accounts', as: test.operator },
      body: { name: 'Acme', role: 'developer' },
    })
    expect(made.status).toBe(201)
    const account = made.json()
    expect(account).toMatchObject({ name: 'Acme', role: 'developer', parent_id: null, status: 'active' })
    expect((await test.ask({ url: `/accounts/${account.account_id}`, as: test.operator })).json()).toEqual({
      ...account,
      views: {},
    })
    const { items } = await test.host.get(AuditLog).list({ accountIds: [account.account_id], cursor: null, limit: 10 })
    expect(items.map(({ actor }) => actor)).toContain('admin:test-1')
  })

  it('are listed by page and filter', async () => {
    const one = await test.account('distributor')
    const other = await test.account('distributor')
    const url = '/accounts?role=distributor&limit=1'
    const first = (await test.ask({ url, as: test.operator })).json()
    expect(first.items).toMatchObject([{ account_id: one.id }])
    const second = (await test.ask({ url: `${url}&cursor=${first.next_cursor}`, as: test.operator })).json()
    expect(second).toMatchObject({ items: [{ account_id: other.id }], next_cursor: null })
  })

  it('are found by how their name or id begins, in the branch of who asks', async () => {
    const { id } = await test.account('developer')
    const elsewhere = await test.account('developer')
    const find = async (q: string, as = test.operator) => {
      const { items } = (await test.ask({ url: `/accounts?q=${encodeURIComponent(q)}`, as })).json()
      return items.map(({ account_id }: { account_id: string }) => account_id)
    }
    expect(await find('a DEVEL')).toEqual(expect.arrayContaining([id, elsewhere.id]))
    expect(await find(id.toLowerCase())).toEqual([id])
    const own = (await test.credential(id)).secret
    expect(await find('A developer', own)).toEqual([id])
    expect(await find(elsewhere.id, own)).toEqual([])
    expect((await test.ask({ url: '/accounts?q=%20', as: test.operator })).status).toBe(422)
  })

  it('are found by the whole id of a key of theirs, with their balance too, in the branch of who asks', async () => {
    const { id: accountId } = await test.account('retailer')
    const below = (await test.account('customer', accountId)).id
    const elsewhere = (await test.account('customer')).id
    const keyOf = async (id: string) =>
      (await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })).key
    const [theirs, foreign] = [await keyOf(below), await keyOf(elsewhere)]
    await test.host.get(Wallet).credit({
      ...{ accountId: below, environment: 'production', amount: inr('5'), reference: 'first', actor: 'test' },
    })
    const own = (await test.credential(accountId)).secret
    const find = async (path: string, q: string, as = test.operator) =>
      (await test.ask({ url: `${path}?q=${encodeURIComponent(q)}`, as })).json().items
    for (const path of ['/accounts', '/account-balances']) {
      for (const q of [theirs.publicId, theirs.id])
        for (const as of [test.operator, own]) expect(await find(path, q, as)).toMatchObject([{ account_id: below }])
      expect(await find(path, foreign.publicId)).toMatchObject([{ account_id: elsewhere }])
      for (const q of [foreign.publicId, foreign.id]) expect(await find(path, q, own)).toEqual([])
      // The beginning of a key names no account.
      expect(await find(path, theirs.publicId.slice(0, -1))).toEqual([])
    }
    expect(await find('/account-balances', theirs.publicId, own)).toMatchObject([{ available: '5.00' }])
  })

  it('show what they may call; free endpoints are in no list, and cannot be taken away', async () => {
    const { id } = await test.account('developer')
    const url = `/accounts/${id}/apis`
    const all = (await test.ask({ url, as: test.operator })).json()
    expect(all).toMatchObject({ account_id: id, name: 'A developer', all: true })
    expect(all.endpoints).toEqual(['place-order'])
    const revoke = (endpoints: readonly string[]) =>
      test.ask({ method: 'POST', url: `${url}/revoke`, as: test.operator, body: { endpoints } })
    const free = await revoke(['balance'])
    expect([free.status, free.json().error.fields.endpoints]).toEqual([
      422,
      'has "balance", which is free: every account may call it. Allowed: place-order',
    ])
    const withheld = { all: true, endpoints: [], withheld: ['place-order'] }
    expect((await revoke(['place-order'])).json()).toMatchObject({ apis: null, ...withheld })
    expect((await test.ask({ url, as: test.operator })).json()).toMatchObject(withheld)
    const limit = {
      method: 'POST',
      url: `${url}/limit`,
      as: test.operator,
      body: { endpoints: ['place-order'] },
    } as const
    expect((await test.ask(limit)).json()).toMatchObject({ apis: ['place-order'], all: false, withheld: [] })
  })

  it('show what an answer of each endpoint costs, by the price in force, and which they may call', async () => {
    const { id } = await test.account('developer')
    const url = `/accounts/${id}/apis/prices?environment=sandbox`
    const priced = async () => (await test.ask({ url, as: test.operator })).json().items
    const [placeOrder, ...others] = await priced()
    expect(others).toEqual([])
    expect(placeOrder).toMatchObject({ endpoint: 'place-order', tier: null, price: '3.00', permitted: true })
    await test.ask({
      ...{ method: 'POST', url: `/accounts/${id}/apis/revoke`, as: test.operator },
      body: { endpoints: ['place-order'] },
    })
    expect(await priced()).toMatchObject([{ endpoint: 'place-order', permitted: false }])
    const inProduction = await test.ask({ url: `/accounts/${id}/apis/prices`, as: test.operator })
    expect(inProduction.json()).toEqual({ items: [] })
  })
})
