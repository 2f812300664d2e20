import { randomInt } from 'node:crypto'
import { inr, Keys, micro, Wallet } from '@parakh/core'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { lookup } from '../../test/lookup-plugin.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `entry_${randomInt(1e9)}_` },
})
interface Entry {
  readonly version: number
  readonly kind: string
  readonly amount: string
  readonly balance: string
}

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('the entries of a wallet, on %s', (_, database) => {
  let test: AdminForTest
  let url: string
  const list = async (query = ''): Promise<{ items: readonly Entry[]; next_cursor: string | null }> =>
    (await test.ask({ url: `${url}?${query}`, as: test.operator })).json()
  const versions = async (query = '') => (await list(query)).items.map(({ version }) => version)
  beforeAll(async () => {
    test = await adminForTest({ plugins: [lookup()], ...database() })
    const { id } = await test.account('developer')
    const wallet = { accountId: id, environment: 'sandbox' as const, actor: 'test' }
    const { key } = await test.host.get(Keys).create(wallet)
    for (const n of [1, 2])
      await test.host.call('lookup', { code: 'AA00' }, { keyId: key.id }, { requestId: `ask-${n}` })
    await test.host.get(Wallet).credit({ ...wallet, amount: inr('10'), reference: 'gift-1' })
    await test.host.get(Wallet).adjust({ ...wallet, amount: micro(-inr('5')), reference: 'fix-1', reason: 'Too much' })
    url = `/accounts/${id}/wallets/sandbox/ledger`
  })
  afterAll(() => test.close())

  it('are listed newest first, each with the balance after it', async () => {
    const { items, next_cursor } = await list()
    expect(next_cursor).toBeNull()
    expect(items.map(({ version, kind, amount, balance }) => [version, kind, amount, balance])).toEqual([
      [5, 'adjustment', '-5.00', '104.00'],
      [4, 'credit', '10.00', '109.00'],
      [3, 'charge', '-0.50', '99.00'],
      [2, 'charge', '-0.50', '99.50'],
      [1, 'credit', '100.00', '100.00'],
    ])
    expect(items[0]).toMatchObject({ reference: 'fix-1', reason: 'Too much', call: null, endpoint: null })
    expect(items[2]).toMatchObject({ reference: 'ask-2', endpoint: 'lookup', call: expect.any(String) })
  })

  it('come page by page, without a gap and without one twice', async () => {
    const pages: number[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await list(`limit=2${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`)
      pages.push(page.items.map(({ version }) => version))
      cursor = page.next_cursor
    }
    expect(pages).toEqual([[5, 4], [3, 2], [1]])
  })

  it('are found by kind, time, reference, request id, call and version', async () => {
    const [, , charge] = (await list()).items as readonly (Entry & { at: string; call: string })[]
    expect(await versions('kind=charge')).toEqual([3, 2])
    expect(await versions('reference=gift-1')).toEqual([4])
    expect(await versions('reference=ask-1')).toEqual([2])
    expect(await versions(`reference=${charge?.call}`)).toEqual([3])
    expect(await versions('version=4')).toEqual([4])
    expect(await versions('version=4&kind=charge')).toEqual([])
    const later = new Date(Date.now() + 3_600_000).toISOString()
    expect(await versions(`from=${later}`)).toEqual([])
    expect(await versions(`until=${later}&from=2020-01-01T00:00:00Z`)).toEqual([5, 4, 3, 2, 1])
    expect(await versions('until=2020-01-01T00:00:00Z')).toEqual([])
  })

  it('are the same rows as CSV', async () => {
    const csv = await test.ask({ url: `${url}?kind=charge`, as: test.operator, headers: { accept: 'text/csv' } })
    const rows = parse(csv.text, { columns: true }) as readonly Record<string, string>[]
    expect(rows.map(({ version, amount }) => [version, amount])).toEqual([
      ['3', '-0.50'],
      ['2', '-0.50'],
    ])
  })
})
