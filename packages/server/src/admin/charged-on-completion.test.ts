import { randomInt } from 'node:crypto'
import analytics from '@parakh/analytics'
import { AsyncResults, Keys } from '@parakh/core'
import invoicing from '@parakh/invoicing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { OrderProvider, ordersPaidWhenDone } from '../../test/order-plugin.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `later_${randomInt(1e9)}_` },
})

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('what is charged on completion, to operators on %s', (_, database) => {
  let test: AdminForTest
  beforeAll(async () => {
    test = await adminForTest({ plugins: [ordersPaidWhenDone(), analytics(), invoicing()], ...database() })
  })
  afterAll(() => test.close())
  const get = async (url: string) => (await test.ask({ url, as: test.operator })).json()

  it('is held, then in the wallet, the usage log, the statement and the analytics once, of one call', async () => {
    const { id } = await test.account('developer')
    const { key } = await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })
    const place = async () =>
      (await test.host.call<object, { ref_id: string }>('place-order', { what: 'bread' }, { keyId: key.id })).data
    const end = (reference: string | undefined, state: 'done' | 'impossible') =>
      test.host.get(AsyncResults).deliver(OrderProvider.operations.run, reference ?? '', { state })
    const month = new Date(Date.now() + 19_800_000).toISOString().slice(0, 7)
    const seen = async () => {
      const [wallet, usage, orders] = [
        await get(`/accounts/${id}/wallets/sandbox`),
        await get(`/accounts/${id}/usage?environment=sandbox`),
        await get(`/accounts/${id}/orders?environment=sandbox`),
      ]
      const analytics = await get(`/accounts/${id}/analytics?environment=sandbox&by=total`)
      const statement = await get(`/accounts/${id}/statements/${month}/wallet?environment=sandbox`)
      return {
        wallet: [wallet.balance, wallet.held],
        usage: usage.items.map(({ calls, charged }: { calls: number; charged: string }) => [calls, charged]),
        orders: orders.items.map(({ state, charged }: { state: string; charged: string }) => [state, charged]),
        analytics: analytics.figures.map(({ calls, charged }: { calls: number; charged: string }) => [calls, charged]),
        charges: statement.lines.filter(({ kind }: { kind: string }) => kind === 'charge').length,
        closing: statement.closing,
      }
    }
    const done = await place()
    const failed = await place()
    const none = [1, '0.00']
    expect(await seen()).toEqual({
      ...{ wallet: ['100.00', '6.00'], usage: [none, none], analytics: [[2, '0.00']], charges: 0, closing: '100.00' },
      orders: [
        ['pending', '0.00'],
        ['pending', '0.00'],
      ],
    })
    await end(done?.ref_id, 'done')
    await end(failed?.ref_id, 'impossible')
    expect(await seen()).toEqual({
      ...{ wallet: ['97.00', '0.00'], usage: [[0, '3.00'], none, none], analytics: [[2, '3.00']] },
      ...{ charges: 1, closing: '97.00' },
      orders: [
        ['failed', '0.00'],
        ['completed', '3.00'],
      ],
    })
  })

  it('is found among the requests and the orders of an account by its request id, its reference and its key', async () => {
    const { id } = await test.account('developer')
    const [first, second] = [
      (await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })).key,
      (await test.host.get(Keys).create({ accountId: id, environment: 'sandbox' })).key,
    ]
    const place = async (keyId: string, requestId: string) => {
      const placed = await test.host.call<object, { ref_id: string }>(
        'place-order',
        { what: 'bread' },
        { keyId },
        { requestId },
      )
      return placed.data?.ref_id ?? ''
    }
    const [one] = [await place(first.id, 'found-1'), await place(second.id, 'found-2')]
    const found = async (list: 'orders' | 'usage', filter: string) => {
      const { items } = await get(`/accounts/${id}/${list}?environment=sandbox&${filter}`)
      return items.map((row: Record<string, string>) => row['reference'] ?? row['ref_id'])
    }
    for (const list of ['orders', 'usage'] as const)
      for (const filter of ['request_id=found-1', `request_id=${one}`, `key_id=${first.id}`])
        expect([list, filter, await found(list, filter)]).toEqual([list, filter, [one]])
    expect(await found('orders', 'request_id=found-3')).toEqual([])
  })
})
