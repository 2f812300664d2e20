import {
  defineEndpoint,
  definePlugin,
  defineProvider,
  inr,
  modern,
  operation,
  Pricing,
  rupees,
  service,
  Wallet,
  zero,
} from '@parakh/core'
import { createTestHost, type FakeWallet, fakeWallet } from '@parakh/testkit'
import { expect, it, vi } from 'vitest'
import * as z from 'zod'

const Answers = defineProvider('answers', {
  find: operation({
    effect: 'read',
    input: z.object({ id: z.string() }),
    same: ['id'],
    output: z.object({ id: z.string(), place: z.string() }),
  }),
})
const source = (local: boolean) =>
  Answers.implement({
    id: 'table',
    local,
    options: z.strictObject({}),
    make: () => ({
      async find({ id }) {
        if (id === 'broken') throw new TypeError('the table is broken')
        return id === 'none' ? null : { id, place: 'Pune' }
      },
    }),
  })({})
const find = defineEndpoint({
  id: 'find-answer',
  method: 'GET',
  path: '/find-answer',
  group: 'Answers',
  summary: 'An answer',
  envelope: modern,
  price: inr('2'),
  request: z.object({ id: z.string() }),
  data: z.object({ id: z.string(), place: z.string() }),
  errors: { ANSWER_NOT_FOUND: { message: 'There is none' } },
  uses: Answers,
  async handle({ request, provider, answer, fail }) {
    const found = await provider.find(request)
    return found ? answer(found) : fail('ANSWER_NOT_FOUND')
  },
  fixtures: [
    { scenario: 'success', request: { id: 'a' }, records: { find: { id: 'a', place: 'Delhi' } } },
    { scenario: 'not-found', request: { id: 'b' } },
  ],
})

const walletFunds = defineEndpoint({
  id: 'wallet-funds',
  method: 'GET',
  path: '/wallet-funds',
  group: 'Answers',
  summary: 'What the wallet has',
  envelope: modern,
  price: zero,
  replay: false,
  singlePhase: true,
  request: z.object({ id: z.string() }),
  data: z.object({ funds: z.number() }),
  needs: { wallet: Wallet },
  async handle({ call, wallet, answer }) {
    const { available } = await wallet.balance(call.account, call.environment)
    return answer({ funds: rupees(available) })
  },
  fixtures: [],
})

/** A host whose store tells how often it was asked to let a call in, with or without its end, and to end one. */
async function watched(
  local: boolean,
  overrides: Parameters<typeof createTestHost>[0]['overrides'] = [],
  fake?: FakeWallet,
) {
  const plugin = definePlugin({
    id: 'answers',
    contract: 1,
    provider: Answers,
    providers: [],
    endpoints: [find, walletFunds],
  })
  const plugins = [plugin({ live: source(local) }), ...(fake ? [fake.plugin] : [])]
  const made = await createTestHost({
    plugins,
    overrides,
    funds: inr('10'),
    ...(fake ? { wallet: { use: 'fake' } } : {}),
  })
  const admit = vi.spyOn(made.store.billing, 'admit')
  const settle = vi.spyOn(made.store.billing, 'settle')
  const transactions = () => ({
    atOnce: admit.mock.calls.filter(([operation]) => operation.settle !== undefined).length,
    admitted: admit.mock.calls.length,
    settled: settle.mock.calls.length,
  })
  const call = (
    id: string,
    environment: 'sandbox' | 'production' = 'production',
    requestId = id,
    endpoint = 'find-answer',
  ) => made.host.call(endpoint, { id }, made.keys[environment], { requestId })
  return { ...made, transactions, call }
}
const ONE = { atOnce: 1, admitted: 1, settled: 0 }

it.each([
  ['a fixture of the sandbox', 'sandbox', false],
  ['a local provider', 'production', true],
] as const)(
  'a call that is answered by %s is one transaction, charged and replayed as any',
  async (_, environment, local) => {
    const { call, transactions, host, store } = await watched(local)
    const first = await call('a', environment)
    expect(first).toMatchObject({ status: 200, body: { meta: { charged: 2 } } })
    expect(transactions()).toEqual(ONE)
    const replay = await call('a', environment)
    expect(replay.body).toEqual(first.body)
    expect(replay.headers).toMatchObject({ 'idempotent-replayed': 'true' })
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  },
)

it.each(['sandbox', 'production'] as const)(
  'an endpoint whose handler says so is one transaction in %s, and reads anew each time',
  async (environment) => {
    const { call, transactions, host, store, account } = await watched(false)
    const ask = () => call('same', environment, 'same', 'wallet-funds')
    const before = await ask()
    expect(before).toMatchObject({ status: 200, body: { meta: { charged: 0 } } })
    expect(transactions()).toEqual(ONE)
    const credit = { accountId: account.id, environment, amount: inr('5'), reference: 'more', actor: 'test' }
    await store.wallet.credit(credit)
    const after = await ask()
    const fundsOf = ({ body }: typeof before) => (body as { data: { funds: number } }).data.funds
    expect(fundsOf(after)).toBe(fundsOf(before) + 5)
    expect(await store.wallet.balance(account.id, environment)).toMatchObject({ held: 0 })
    await host.stop()
  },
)

it('a single-phase endpoint is answered only within the rate of its key', async () => {
  const { call, host } = await watched(false)
  const statuses = new Set<number>()
  for (let asked = 0; asked <= 60; asked += 1)
    statuses.add((await call('same', 'production', `${asked}`, 'wallet-funds')).status)
  expect([...statuses]).toEqual([200, 429])
  await host.stop()
})

it.each([
  ['a definite no', 'none', 404],
  ['a provider that throws', 'broken', 503],
] as const)('%s is one transaction that charges nothing and leaves no hold', async (_, id, status) => {
  const { call, transactions, host, store, account } = await watched(true)
  expect(await call(id)).toMatchObject({ status })
  expect(transactions()).toEqual(ONE)
  const balance = await store.wallet.balance(account.id, 'production')
  expect(balance).toMatchObject({ balance: inr('10'), held: 0 })
  await host.stop()
})

it('answers nothing when the wallet has too little, though its handler has run', async () => {
  const { call, host } = await watched(true)
  for (const id of ['1', '2', '3', '4', '5']) expect((await call(id)).status).toBe(200)
  const refused = await call('6')
  expect(refused).toMatchObject({ status: 402, code: 'INSUFFICIENT_BALANCE' })
  expect(JSON.stringify(refused.body)).not.toContain('Pune')
  await host.stop()
})

it('a provider that asks somebody outside is asked only once the price is held', async () => {
  const { call, transactions, host } = await watched(false)
  expect((await call('a')).status).toBe(200)
  expect(transactions()).toEqual({ atOnce: 0, admitted: 1, settled: 1 })
  await host.stop()
})

it('an external wallet is asked before and after, as ever', async () => {
  const fake = fakeWallet()
  const { call, transactions, host, account } = await watched(true, [], fake)
  fake.fund({ accountId: account.id, environment: 'production' }, inr('10'))
  expect((await call('a')).status).toBe(200)
  await host.drain()
  expect(fake.effects).toEqual([`reserve ${inr('2')}`, `capture ${inr('2')}`])
  expect(transactions()).toEqual({ atOnce: 0, admitted: 1, settled: 1 })
  await host.stop()
})

it.each([
  ['single-phase', true],
  ['asked of somebody outside', false],
])('a unit of a plan pays for an answer that is %s, and is given back where there is none', async (_, local) => {
  const pool = { name: 'plan:one', period: '2026-01', limit: 2, version: 'starter' }
  const price = inr('2')
  const pricing = service(Pricing, {}, () => ({
    quote: () => ({ price, source: 'list', version: 'v1', legs: [], pool }),
  }))
  const { call, host, store, account } = await watched(local, [pricing])
  const of = { accountId: account.id, environment: 'production' } as const
  const charged = async (id: string, requestId = id) =>
    (await call(id, 'production', requestId)).body as { meta?: { charged: number; balance: number } }
  expect((await charged('none')).meta).toEqual({ charged: 0 })
  expect(await store.counters.value({ ...of, ...pool })).toBe(0)
  expect((await charged('a')).meta).toMatchObject({ charged: 0, balance: 10 })
  expect((await charged('b')).meta).toMatchObject({ charged: 0, balance: 10 })
  expect((await charged('c')).meta).toMatchObject({ charged: 2, balance: 8 })
  expect((await charged('a')).meta).toMatchObject({ charged: 0, balance: 10 })
  expect(await store.counters.value({ ...of, ...pool })).toBe(2)
  expect((await store.ledger.verify()).broken).toEqual([])
  await host.stop()
})
