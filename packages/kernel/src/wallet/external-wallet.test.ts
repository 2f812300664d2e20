import { inr, isParakhError, type Money, type ReserveStep, zero } from '@parakh/core'
import { createTestHost, type FakeWallet, fakeWallet, storeServices, type TestHost } from '@parakh/testkit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { parcels } from '../../test/parcels.ts'
import { WalletTaskRunner } from './wallet-task-runner.ts'

const PRICE = inr('0.50')
const HOUR_MS = 3_600_000

describe('an external wallet', () => {
  let fake: FakeWallet
  let test: TestHost
  let upstream: ReturnType<typeof carrier>
  const start = async (funds: Money = inr('1')) => {
    fake = fakeWallet()
    upstream = carrier()
    test = await createTestHost({
      ...{ plugins: [parcels({ live: [upstream.source] }), fake.plugin], wallet: { use: 'fake' } },
    })
    if (funds > 0) fake.fund(owner(), funds)
  }
  const owner = () => ({ accountId: test.account.id, environment: 'production' as const })
  const find = (requestId: string, id = 'p-1') =>
    test.host.call('find-parcel', { id }, test.keys.production, { requestId })
  const tasks = async () =>
    (await test.store.walletTasks.list({ cursor: null, limit: 100 })).items.map(({ step }) => step)
  /** Another process of the same database looks, so much later. */
  const another = async (laterMs = HOUR_MS) => {
    test.clock.advance(laterMs)
    const { clock, logger, store } = test
    await new WalletTaskRunner({ wallet: fake.wallet, tasks: store.walletTasks, clock, logger }).look()
  }
  const soundLedger = async () => expect((await test.store.ledger.verify()).broken).toEqual([])

  beforeEach(() => start())
  afterEach(async () => {
    await soundLedger()
    await test.host.stop()
  })

  it('reserves before a call, captures after it, and replays without a step', async () => {
    expect(await find('a')).toMatchObject({ status: 200, body: { meta: { charged: 0.5, balance: 0.5 } } })
    expect(await find('a')).toMatchObject({ headers: { 'idempotent-replayed': 'true' } })
    await test.host.drain()
    expect(fake.effects).toEqual([`reserve ${PRICE}`, `capture ${PRICE}`])
    expect([fake.available(owner()), fake.reserved, await tasks()]).toEqual([PRICE, 0, []])
  })

  it('has the charge and its shares in the ledger, and nothing in the wallet of the ledger', async () => {
    await find('a')
    const { entries, wallets } = test.store.tables
    const of = (kind: string) =>
      entries.filter((entry) => entry.kind === kind).map(({ ledgerAccount, amount }) => [ledgerAccount, amount])
    const wallet = `wallet:${test.account.id}`
    expect(of('charge')).toEqual([
      [wallet, -PRICE],
      ['revenue', PRICE],
    ])
    expect(of('clearing')).toEqual([
      [wallet, PRICE],
      [`external:${test.account.id}`, -PRICE],
    ])
    expect(wallets.get(`${test.account.id}/production`)).toMatchObject({ posted: 0, held: 0, version: 2 })
  })

  it('releases what a call without an answer reserved', async () => {
    upstream.state.behaviour = 'is-down'
    expect(await find('a')).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    await test.host.drain()
    expect(fake.effects).toEqual([`reserve ${PRICE}`, `release ${PRICE}`])
    expect([fake.available(owner()), fake.reserved]).toEqual([inr('1'), 0])
  })

  it('refuses a call that it cannot pay, and the request id is free', async () => {
    await test.host.stop()
    await start(zero)
    expect(await find('a')).toMatchObject({ status: 402, code: 'INSUFFICIENT_BALANCE' })
    expect(await tasks()).toEqual([])
    fake.fund(owner(), PRICE)
    expect(await find('a')).toMatchObject({ status: 200 })
    expect(upstream.state.asked).toBe(1)
  })

  it.each(['before', 'after'] as const)(
    'that fails %s it reserves answers 503 and frees the request id; what it reserved after all is released',
    async (failing) => {
      fake.interrupt = (moment, step) => {
        if (moment === failing && step === 'reserve') throw new Error('the connection was lost')
      }
      const refused = await find('a')
      expect(refused).toMatchObject({ status: 503, code: 'WALLET_UNAVAILABLE', headers: { 'retry-after': '5' } })
      fake.interrupt = () => undefined
      expect(await find('a')).toMatchObject({ status: 200 })
      await test.host.drain()
      expect([fake.available(owner()), fake.reserved, await tasks()]).toEqual([PRICE, 0, []])
    },
  )

  it('takes nothing by a reserve that arrives after its release', async () => {
    const asked: ReserveStep[] = []
    const { reserve } = fake.wallet
    fake.wallet.reserve = async (step) => {
      asked.push(step)
      throw new Error('the connection was lost')
    }
    expect(await find('a')).toMatchObject({ status: 503 })
    await test.host.drain()
    for (const step of asked) expect(await reserve(step, AbortSignal.any([]))).toEqual({ kind: 'insufficient' })
    expect([fake.available(owner()), fake.reserved]).toEqual([inr('1'), 0])
  })

  it('that fails to capture is asked again by any process until it has, once', async () => {
    fake.interrupt = (moment, step) => {
      if (step === 'capture' && moment === 'after') throw new Error('the connection was lost')
    }
    expect(await find('a')).toMatchObject({ status: 200 })
    await test.host.drain()
    await another()
    expect(await tasks()).toEqual(['capture'])
    fake.interrupt = () => undefined
    await another()
    expect(await tasks()).toEqual([])
    expect(fake.effects).toEqual([`reserve ${PRICE}`, `capture ${PRICE}`])
    expect(test.logger.of('wallet.task_failed')).toHaveLength(2)
  })

  it('is asked after 1 s, then 2 s, up to once an hour, and a task of a day is told as stuck', async () => {
    fake.interrupt = (_, step) => {
      if (step === 'capture') throw new Error('down')
    }
    await find('a')
    await test.host.drain()
    const next = async () => {
      const [task] = (await test.store.walletTasks.list({ cursor: null, limit: 1 })).items
      return (task?.nextAt ?? 0) - test.clock.now().getTime()
    }
    const waits = [await next()]
    for (let tried = 1; tried < 40; tried += 1) {
      await another(await next())
      waits.push(await next())
    }
    expect(waits.slice(0, 4)).toEqual([1_000, 2_000, 4_000, 8_000])
    expect(waits.at(-1)).toBe(HOUR_MS)
    expect(test.logger.of('wallet.task_stuck').length).toBeGreaterThan(0)
    expect(test.logger.of('wallet.task_stuck')[0]?.facts).toMatchObject({ step: 'capture' })
  })

  it('of a process that died after it reserved gets its money back when the lease ends', async () => {
    upstream.state.behaviour = 'hangs'
    const running = find('a')
    while (fake.reserved === 0) await new Promise(setImmediate)
    test.clock.advance(60_000)
    await test.store.billing.sweep(test.clock.now().getTime())
    await another()
    expect([fake.available(owner()), fake.reserved]).toEqual([inr('1'), 0])
    expect(await running).toMatchObject({ status: 503 })
  })

  it('that is away is not asked for each call; free calls and replays go on', async () => {
    expect(await find('a')).toMatchObject({ status: 200 })
    let asked = 0
    fake.interrupt = (_, step) => {
      if (step !== 'reserve') return
      asked += 1
      throw new Error('down')
    }
    for (let nth = 0; nth < 8; nth += 1) expect(await find(`b-${nth}`)).toMatchObject({ code: 'WALLET_UNAVAILABLE' })
    expect(asked).toBe(5)
    expect(await find('a')).toMatchObject({ status: 200, headers: { 'idempotent-replayed': 'true' } })
    expect(await test.host.call('list-parcels', {}, test.keys.production)).toMatchObject({ status: 200 })
    fake.interrupt = () => undefined
    test.clock.advance(2_000)
    expect(await find('c')).toMatchObject({ status: 200 })
  })

  it('gives a refund after the capture that it gives back, once', async () => {
    fake.interrupt = (_, step) => {
      if (step === 'capture') throw new Error('down')
    }
    await find('a')
    const [id = ''] = test.store.tables.calls.keys()
    await test.host.call('refund-parcel', { id }, test.keys.production)
    await another(2_000)
    expect(await tasks()).toEqual(['capture', 'refund'])
    fake.interrupt = () => undefined
    await another()
    await another()
    expect(fake.effects).toEqual([`reserve ${PRICE}`, `capture ${PRICE}`, `refund ${PRICE}`])
    expect(fake.available(owner())).toBe(inr('1'))
  })

  it('is given what is credited, by a task of the same commit', async () => {
    const { wallet } = test.store
    const credit = { ...owner(), amount: inr('5'), reference: 'utr-1', actor: 'test' }
    await wallet.credit(credit)
    await wallet.credit(credit)
    await another()
    expect(fake.available(owner())).toBe(inr('6'))
    expect(fake.effects).toEqual([`credit ${inr('5')}`])
  })

  it('leaves the sandbox to the ledger', async () => {
    const reply = await test.host.call('find-parcel', { id: 'p-1' }, test.keys.sandbox)
    expect(reply).toMatchObject({ status: 200, body: { meta: { charged: 0.5 } } })
    expect(fake.effects).toEqual([])
  })

  it('that does not tell what is left still answers the call', async () => {
    const { reserve } = fake.wallet
    fake.wallet.reserve = async (step, signal) => {
      const { kind } = await reserve(step, signal)
      return { kind }
    }
    fake.wallet.balance = async () => {
      throw new Error('down')
    }
    expect(await find('a')).toMatchObject({ status: 200, body: { meta: { charged: 0.5, balance: 0 } } })
    expect(test.logger.of('wallet.balance_unknown')).toHaveLength(1)
  })

  it('cannot be put before a database whose production wallets another one keeps', async () => {
    await find('a')
    const { store, clock } = test
    const again = createTestHost({
      ...{
        plugins: [parcels({ live: [upstream.source] })],
        clock,
        overrides: storeServices(store),
        funds: zero,
      },
    })
    await expect(again).rejects.toSatisfy((error) => isParakhError(error) && error.code === 'WALLET_DRIVER_CHANGED')
  })
})

describe('what a driver cannot do', () => {
  it('is refused at start where a plugin needs it', async () => {
    const fake = fakeWallet({ capabilities: [] })
    const faults = await createTestHost({ plugins: [parcels(), fake.plugin], wallet: { use: 'fake' } }).catch(
      (error: unknown) => (isParakhError(error) ? error.faults : []),
    )
    expect(faults).toMatchObject([
      { code: 'CAPABILITY_MISSING', path: 'plugins.parcels', message: expect.stringContaining('"refund"') },
    ])
  })

  it('is refused when it is asked for: money that the wallet does not take', async () => {
    const fake = fakeWallet({ capabilities: ['refund'] })
    const test = await createTestHost({ plugins: [parcels(), fake.plugin], wallet: { use: 'fake' } })
    const credit = { accountId: test.account.id, environment: 'production', amount: inr('5') } as const
    await expect(test.store.wallet.credit({ ...credit, reference: 'utr-1', actor: 'test' })).rejects.toSatisfy(
      (error) => isParakhError(error) && error.code === 'WALLET_CANNOT_CREDIT',
    )
    await test.host.stop()
  })
})
