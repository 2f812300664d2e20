import { randomInt } from 'node:crypto'
import { Accounts, AsyncResults, type Environment, inr, Keys, Wallet } from '@parakh/core'
import resale from '@parakh/resale'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresUrl } from '../../../../test/postgres-url.ts'
import { type AdminForTest, adminForTest } from '../../test/admin-for-test.ts'
import { live, lookup } from '../../test/lookup-plugin.ts'
import { OrderProvider, ordersLeftOpen } from '../../test/order-plugin.ts'

const postgres = () => ({
  database: { client: 'pg' as const, connection: postgresUrl(), tablePrefix: `money_${randomInt(1e9)}_` },
})
interface Step {
  readonly at: string | null
  readonly kind: string
  readonly amount: string
  readonly balance_after: string | null
  readonly version: number | null
  readonly account_id: string | null
  readonly detail: string | null
}
const brief = ({ kind, amount, balance_after, account_id }: Step) =>
  [kind, amount, balance_after, account_id].filter((value) => value !== null)

describe.each([
  ['sqlite3', () => ({})],
  ['pg', postgres],
] as const)('what happened to the money of a call, on %s', (_, database) => {
  let test: AdminForTest
  beforeAll(async () => {
    const find = async (code: string) => {
      if (code === 'FF00') throw new Error('the source is down')
      return code === 'ZZ00' ? null : { code, name: 'Asha' }
    }
    const plugins = [lookup({ live: live(find) }), ordersLeftOpen(), resale()]
    test = await adminForTest({ plugins, ...database() })
  })
  afterAll(() => test.close())

  /** A customer with money and a key, below an account. */
  async function customer(parentId: string | null = null, environment: Environment = 'production') {
    const { id } = await test.account('customer', parentId)
    if (environment === 'production') {
      await test.host.get(Accounts).approveKyc(id)
      const credit = { accountId: id, environment, amount: inr('50'), reference: 'utr-1', actor: 'test' }
      await test.host.get(Wallet).credit(credit)
    }
    const { key } = await test.host.get(Keys).create({ accountId: id, environment })
    const get = async (url: string, as: string = test.operator) => {
      const joined = url.includes('?') ? `${url}&` : `${url}?`
      const answer = await test.ask({ url: `/accounts/${id}${joined}environment=${environment}`, as })
      return answer.json()
    }
    return {
      ...{ id, key, get },
      call: (endpoint: string, input: object, requestId: string) =>
        test.host.call(endpoint, input, { keyId: key.id }, { requestId }),
      timeline: async (requestId: string, as?: string) => {
        const { reference } = await get(`/usage/${requestId}`)
        return await get(`/calls/${reference}/timeline?request_id=${requestId}`, as)
      },
    }
  }

  it('is a hold and a charge of an answer, and the price is the recorded one', async () => {
    const { call, timeline, get } = await customer()
    await call('lookup', { code: 'AA11' }, 'asked-1')
    const { request, why, price, steps } = await timeline('asked-1')
    expect({ request: request.charged, why, price }).toEqual({
      ...{ request: '0.50', why: 'answer', price: { amount: '0.50', version: 'plugin' } },
    })
    expect(steps.map(brief)).toEqual([
      ['held', '0.50'],
      ['charged', '-0.50', '49.50'],
    ])
    expect(await get(`/usage/${request.reference}`)).toEqual(request)
  })

  it('says why a call was free: no record, a source that failed, a refusal before anything was held', async () => {
    const { call, timeline } = await customer()
    await call('lookup', { code: 'ZZ00' }, 'no-such')
    await call('lookup', { code: 'FF00' }, 'broken')
    await call('lookup', { code: 'nonsense' }, 'refused')
    const shown = async (id: string) => {
      const { why, steps } = await timeline(id)
      return [why, ...steps.map(brief)]
    }
    const released = [
      ['held', '0.50'],
      ['released', '0.50'],
    ]
    expect(await shown('no-such')).toEqual(['no_record_free', ...released])
    expect(await shown('broken')).toEqual(['source_failed', ...released])
    expect(await shown('refused')).toEqual(['refused_before_hold'])
  })

  it('shows that an answer was sent again for nothing, on the call and on the replay', async () => {
    const { call, timeline, get } = await customer()
    await call('lookup', { code: 'AA12' }, 'again')
    const { reference } = await get('/usage/again')
    await call('lookup', { code: 'AA12' }, 'again')
    const replay = await timeline('again')
    expect([replay.why, replay.request.charged]).toEqual(['replay', '0.00'])
    const first = await get(`/calls/${reference}/timeline`)
    expect(first.why).toBe('answer')
    for (const { steps } of [first, replay])
      expect(steps.map(({ kind }: Step) => kind)).toEqual(['held', 'charged', 'replayed'])
  })

  it('shows what an order that failed gave back, with its reason, and links the entries of the wallet', async () => {
    const { id, call, timeline } = await customer(null, 'sandbox')
    await call('place-order', { what: 'bread' }, 'order-1')
    const before = await timeline('order-1')
    expect([before.why, before.steps.map(brief)]).toEqual([
      'test_credit',
      [
        ['held', '3.00'],
        ['charged', '-3.00', '97.00'],
      ],
    ])
    const { reference } = before.request
    await test.host.get(AsyncResults).deliver(OrderProvider.operations.run, reference, { state: 'impossible' })
    const after = await timeline('order-1')
    expect(after.why).toBe('credited_back')
    const back = after.steps.find(({ kind }: Step) => kind === 'credited_back')
    expect([back.amount, back.balance_after]).toEqual(['3.00', '100.00'])
    expect(after.steps.find(({ kind }: Step) => kind === 'order_result').detail).toBe('failed')
    const entry = (
      await test.ask({ url: `/accounts/${id}/wallets/sandbox/ledger?version=${back.version}`, as: test.operator })
    ).json().items
    expect(entry).toMatchObject([{ kind: 'refund', amount: '3.00', call: reference, endpoint: 'place-order' }])
  })

  it('shows commission to who earned it and to who stands above it, never to who paid', async () => {
    const distributor = await test.account('distributor')
    const retailer = await test.account('retailer', distributor.id)
    for (const [account, rate] of [
      [distributor, '12'],
      [retailer, '8'],
    ] as const)
      await test.ask({ method: 'PUT', url: `/accounts/${account.id}/commission`, body: { rate }, as: test.operator })
    const { id, call, timeline } = await customer(retailer.id)
    await call('lookup', { code: 'AA13' }, 'earned')
    const sees = async (accountId: string) => {
      const { steps } = await timeline('earned', (await test.credential(accountId)).secret)
      return steps.filter(({ kind }: Step) => kind === 'commission').map(({ account_id }: Step) => account_id)
    }
    const { steps } = await timeline('earned')
    const all = steps.filter(({ kind }: Step) => kind === 'commission').map(({ account_id }: Step) => account_id)
    expect(new Set(all)).toEqual(new Set([retailer.id, distributor.id]))
    for (const { id: earner, name } of [retailer, distributor])
      expect(steps.find(({ account_id }: { account_id: string | null }) => account_id === earner).account_name).toBe(
        name,
      )
    expect(new Set(await sees(distributor.id))).toEqual(new Set([retailer.id, distributor.id]))
    expect(await sees(retailer.id)).toEqual([retailer.id])
    expect(await sees(id)).toEqual([])
  })

  it('is the last use of its key, to the second, in the list of keys too', async () => {
    const { key, call } = await customer()
    const view = async () => (await test.ask({ url: `/keys/${key.id}`, as: test.operator })).json()
    expect((await view()).last_used_at).toBeNull()
    await call('lookup', { code: 'AA11' }, 'asked-used')
    const { last_used_at } = await view()
    expect(last_used_at).toMatch(/T\d\d:\d\d:\d\d(\.000)?(Z|\+05:30)$/)
    expect(Date.parse(last_used_at)).toBeGreaterThan(Date.parse((await view()).created_at) - 1_000)
    const listed = (await test.ask({ url: `/keys?account_id=${key.accountId}`, as: test.operator })).json()
    expect(listed.items).toMatchObject([{ key_id: key.id, last_used_at }])
  })

  it('is not found by the reference or the request id of another account', async () => {
    const [one, other] = [await customer(), await customer()]
    await one.call('lookup', { code: 'AA14' }, 'only-mine')
    const { reference } = await one.get('/usage/only-mine')
    for (const url of [`/usage/only-mine`, `/usage/${reference}`, `/calls/${reference}/timeline`])
      expect((await other.get(url)).error?.code, url).toBe('NOT_FOUND')
  })
})
