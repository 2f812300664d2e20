import { type BillingOperation, inr, NO_WRITES, type Store, type UsageEntry, zero } from '@parakh/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CommitProxy, openCommitProxy } from '../../../test/commit-proxy.ts'
import { postgresDatabase, type TestDatabase } from '../../../test/databases.ts'
import { admit, asked, openPayer, openStore, type Payer, settle } from '../../../test/store-bench.ts'

const FAULTS = [
  ['unsent', ['unsent'], true],
  ['done and not acknowledged', ['unacknowledged'], true],
  ['done while the next try is under way', ['late'], true],
  ['unsent, and done and not acknowledged the next time', ['unsent', 'unacknowledged'], true],
  // As a host's own pool may be: each statement waits for the one before.
  ['unsent, on a connection that does not pipeline', ['unsent'], false],
  ['done and not acknowledged, on a connection that does not pipeline', ['unacknowledged'], false],
] as const

describe.each(FAULTS)('a commit that is %s', (_, faults, pipeline) => {
  let database: TestDatabase
  let proxy: CommitProxy
  let store: Store
  beforeAll(async () => {
    database = await postgresDatabase()
    proxy = await openCommitProxy('connection' in database.options ? String(database.options.connection) : '')
    const connection = { connectionString: proxy.url, pipeline }
    store = await openStore({ ...database, options: { client: 'pg', connection } })
  })
  afterAll(async () => {
    expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
    await store.close()
    await proxy.close()
    await database.drop()
  })

  /** Runs an operation whose commit is met with the fault, which must have been reached. */
  const met = async <T>(work: () => Promise<T>): Promise<T> => {
    const before = proxy.cuts
    proxy.arm(...faults)
    const result = await work()
    expect(proxy.cuts - before).toBe(faults.length)
    return result
  }
  const balance = ({ accountId }: Payer) => store.wallet.balance(accountId, 'production')
  const logged = async ({ accountId }: Payer): Promise<number> => {
    const { total } = await store.usage.counts(accountId, 'production', new Date())
    const { rows } = await store.usageLog.page(
      { accountId, environment: 'production' },
      { from: 0, until: Number.MAX_SAFE_INTEGER, limit: 10 },
    )
    expect(rows).toHaveLength(total)
    return total
  }
  const usageOf = ({ accountId, environment, key }: Payer, reference: string): UsageEntry => ({
    ...{ accountId, environment, keyId: key.id, reference, requestId: reference, endpoint: 'lookup', status: 429 },
    ...{ code: 'X', latencyMs: 1, charged: zero, ip: '::1', at: 1, day: 'd', counted: true },
    outcome: 'refused',
  })

  it('lets a call in once: one hold, one count in the windows', async () => {
    const payer = await openPayer(store)
    expect(await met(() => admit(store, payer, 'held'))).toMatchObject({ kind: 'admitted', epoch: 1 })
    expect(await balance(payer)).toMatchObject({ held: inr('1'), available: inr('9') })
    expect(await admit(store, payer, 'next')).toMatchObject({ kind: 'admitted', rate: { remaining: 998 } })
  })

  it('counts a call of an endpoint that is not replayed once', async () => {
    const payer = await openPayer(store)
    const unclaimed = { ...asked(payer, 'unclaimed'), claim: null }
    expect(await met(() => store.billing.admit(unclaimed))).toMatchObject({
      kind: 'admitted',
      rate: { remaining: 999 },
    })
    const usage = { ...usageOf(payer, 'unclaimed'), status: 200, outcome: 'answer', code: null } as const
    const { accountId, environment, key } = payer
    const ending = { accountId, environment, at: 1, keyId: key.id, reference: 'unclaimed', epoch: null, usage } as const
    const settling = {
      kind: 'settle',
      ...ending,
      outcome: 'answer',
      charged: zero,
      response: null,
      writes: NO_WRITES,
    } as const
    expect(await met(() => store.billing.settle(settling))).toEqual({ kind: 'done' })
    expect(await logged(payer)).toBe(1)
  })

  it('settles a call once: one charge, one row', async () => {
    const payer = await openPayer(store)
    await admit(store, payer, `settled-${payer.accountId}`)
    expect(await met(() => settle(store, payer, `settled-${payer.accountId}`))).toEqual({ kind: 'done' })
    expect(await balance(payer)).toMatchObject({ balance: inr('9'), held: zero })
    expect(await logged(payer)).toBe(1)
  })

  it('marks a write once', async () => {
    const payer = await openPayer(store)
    const reference = `marked-${payer.accountId}`
    await admit(store, payer, reference)
    const { accountId, environment } = payer
    const mark = {
      accountId,
      environment,
      at: 1,
      reference,
      epoch: 1,
      operation: 'submit',
      provider: 'a#0',
      input: '{}',
    }
    expect(await met(() => store.billing.dispatch({ kind: 'dispatch', ...mark }))).toEqual({ kind: 'done' })
    expect(await store.billing.findByReference(reference)).toMatchObject({ call: { phase: 'dispatched' }, input: '{}' })
  })

  it('releases an expired hold once, and says so', async () => {
    const payer = await openPayer(store)
    const reference = `expired-${payer.accountId}`
    await store.billing.admit({ ...asked(payer, reference), at: 1, leaseMs: 1 })
    expect(await met(() => store.billing.sweep(2))).toBe(1)
    expect(await balance(payer)).toMatchObject({ held: zero })
    expect(await store.billing.findByReference(reference)).toMatchObject({ call: { phase: 'released', epoch: 2 } })
  })

  it('writes a row of the usage log once', async () => {
    const payer = await openPayer(store)
    const { accountId, environment } = payer
    const log = { accountId, environment, at: 1, usage: usageOf(payer, 'refused') }
    expect(await met(() => store.billing.log({ kind: 'log', ...log }))).toMatchObject({ kind: 'logged' })
    expect(await logged(payer)).toBe(1)
  })

  it('credits and adjusts once, and says that it was now', async () => {
    const payer = await openPayer(store)
    const { accountId, environment } = payer
    const of = { accountId, environment, actor: 'test' }
    const credit = { ...of, amount: inr('5'), reference: 'top-up' }
    expect(await met(() => store.wallet.credit(credit))).toMatchObject({ balance: inr('15'), credited: true })
    const adjustment = { ...of, amount: inr('2'), reference: 'mend', reason: 'A test' }
    expect(await met(() => store.wallet.adjust(adjustment))).toMatchObject({ balance: inr('17'), adjusted: true })
    expect(await balance(payer)).toMatchObject({ balance: inr('17') })
  })

  it('commits what was staged once: no conflict with itself', async () => {
    const payer = await openPayer(store)
    const { accountId, environment } = payer
    const record = { collection: 'orders', id: `o-${accountId}`, expected: null, state: 'new', value: '{}', keys: [] }
    const events = [{ id: `e-${accountId}`, type: 'order.updated', data: {} }]
    const jobs = [{ id: `j-${accountId}`, name: 'job', payload: '{}', runAt: 1, attempts: 1 }]
    const writes = { ...NO_WRITES, records: [{ ...record, keepUntil: null }], events, jobs }
    const commit = { accountId, environment, at: 1, writes, actor: 'test' }
    expect(await met(() => store.billing.commit({ kind: 'commit', ...commit }))).toEqual({ kind: 'done' })
    expect(await store.records.get('orders', { accountId, environment }, record.id)).toMatchObject({ version: 1 })
    const sent = (await store.outbox.read(1_000)).filter(({ id }) => id === events[0]?.id)
    expect(sent).toHaveLength(1)
  })

  it('serves every operation of one batch alike', async () => {
    const payer = await openPayer(store)
    const { accountId, environment } = payer
    const references = Array.from({ length: 20 }, (__, place) => `many-${accountId}-${place}`)
    await met(() =>
      Promise.all(
        references.map((reference) =>
          store.billing.log({ kind: 'log', accountId, environment, at: 1, usage: usageOf(payer, reference) }),
        ),
      ),
    )
    expect((await store.usage.counts(accountId, 'production', new Date())).total).toBe(20)
  })
})

it('is made again where a commit came through without what it was to write', async () => {
  const database = await postgresDatabase()
  const proxy = await openCommitProxy('connection' in database.options ? String(database.options.connection) : '')
  const store = await openStore({ ...database, options: { client: 'pg', connection: proxy.url } })
  const payer = await openPayer(store)
  proxy.arm('alone')
  expect(await admit(store, payer, 'alone')).toMatchObject({ kind: 'admitted', epoch: 1 })
  expect(proxy.cuts).toBe(1)
  expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ held: inr('1') })
  expect(await store.billing.findByReference('alone')).toMatchObject({ call: { phase: 'held' } })
  expect(await store.ledger.verify()).toMatchObject({ ok: true, broken: [] })
  await store.close()
  await proxy.close()
  await database.drop()
})

it('is given up when nothing is heard any more, and written once by the next try', async () => {
  const database = await postgresDatabase()
  const proxy = await openCommitProxy('connection' in database.options ? String(database.options.connection) : '')
  const store = await openStore({ ...database, options: { client: 'pg', connection: proxy.url } })
  const payer = await openPayer(store)
  proxy.arm('silent')
  await expect(admit(store, payer, 'unheard')).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' })
  expect(proxy.cuts).toBe(1)
  expect(await admit(store, payer, 'unheard')).toMatchObject({ kind: 'admitted' })
  expect(await store.wallet.balance(payer.accountId, 'production')).toMatchObject({ held: inr('1') })
  await store.close()
  await proxy.close()
  await database.drop()
})

/** Every kind has its test above: a new one must get one. */
const KINDS: Readonly<Record<BillingOperation['kind'], true>> = {
  admit: true,
  settle: true,
  dispatch: true,
  expire: true,
  log: true,
  credit: true,
  adjust: true,
  commit: true,
}
it('is tried for each kind of operation', () => {
  expect(Object.keys(KINDS)).toHaveLength(8)
})
