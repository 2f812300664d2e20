import { createHmac } from 'node:crypto'
import { AsyncResults, inr, zero } from '@parakh/core'
import { checkPlugin, createTestHost, fakeWallet } from '@parakh/testkit'
import { describe, expect, it, vi } from 'vitest'
import { carrier } from '../../test/carrier.ts'
import { ParcelProvider, parcelsPaidOnDelivery } from '../../test/parcels.ts'
import { WalletTaskRunner } from '../wallet/wallet-task-runner.ts'

const PATIENTLY = { timeout: 60_000, interval: 200 }
const HELD = { balance: inr('100'), held: inr('4'), available: inr('96') }
const FREE = { balance: inr('100'), held: 0, available: inr('100') }
const CAPTURED = { balance: inr('96'), held: 0, available: inr('96') }
const POLLED_FOR_MS = 3_600_000
const HOUR_MS = 3_600_000

async function shipping(perParcel = '2.00') {
  const upstream = carrier()
  const plugins = [parcelsPaidOnDelivery({ live: upstream.source, perParcel })]
  const made = await createTestHost({ plugins, funds: inr('100') })
  const { host, keys, store, account } = made
  const balance = (environment: 'production' | 'sandbox' = 'production') =>
    store.wallet.balance(account.id, environment)
  const send = (requestId: string, key = keys.production) =>
    host.call('send-parcels', { to: 'Delhi', count: 2 }, key, { requestId })
  const deliver = (reference: string, state: 'moving' | 'delivered' | 'lost') =>
    host.get(AsyncResults).deliver(ParcelProvider.operations.send, reference, { state })
  const post = (reference: string, state: string) => {
    const body = new TextEncoder().encode(JSON.stringify({ reference, state }))
    const signature = createHmac('sha256', 's3cret').update(body).digest('hex')
    return host.callback('parcels', 'carrier', { headers: { 'x-signature': signature }, body })
  }
  const states = async () =>
    (await store.outbox.read(100)).filter(({ type }) => type === 'parcel.updated').map(({ data }) => data['state'])
  const end = async () => {
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  }
  return { ...made, upstream, balance, send, deliver, post, states, end }
}
const referenceOf = (reply: { body: unknown }) => (reply.body as { data: { parcel: string } }).data.parcel

describe('a call that is charged on completion', () => {
  it('is answered and not charged, and its answer is replayed without another hold', async () => {
    const { send, balance, end, upstream } = await shipping()
    const first = await send('one')
    expect(first).toMatchObject({ status: 200, body: { meta: { charged: 0, balance: 96 } } })
    expect(await balance()).toMatchObject(HELD)
    expect(await send('one')).toMatchObject({ headers: { 'idempotent-replayed': 'true' }, body: first.body })
    expect(await balance()).toMatchObject(HELD)
    expect(upstream.state.sent).toHaveLength(1)
    await end()
  })

  it('is charged by the callback that says so, once, however often it comes', async () => {
    const { send, post, balance, states, end } = await shipping()
    const reference = referenceOf(await send('one'))
    expect(await post(reference, 'moving')).toBe('accepted')
    expect(await balance()).toMatchObject(HELD)
    await Promise.all([post(reference, 'delivered'), post(reference, 'delivered')])
    expect(await post(reference, 'delivered')).toBe('accepted')
    expect(await balance()).toMatchObject(CAPTURED)
    expect(await states()).toEqual(['moving', 'delivered'])
    await end()
  })

  it('is charged by the poll that asks, and by the callback of the same moment no second time', async () => {
    const { host, send, post, clock, upstream, balance, states, end } = await shipping()
    const reference = referenceOf(await send('one'))
    upstream.state.status = 'delivered'
    await host.start()
    clock.advance(61_000)
    await vi.waitFor(() => expect(upstream.state.statusAsked).toBe(1), PATIENTLY)
    await post(reference, 'delivered')
    await vi.waitFor(async () => expect(await balance()).toMatchObject(CAPTURED), PATIENTLY)
    expect(await states()).toEqual(['delivered'])
    await end()
  })

  it('costs nothing where its source says that it failed, or its account withdraws it', async () => {
    const { host, keys, send, deliver, balance, end } = await shipping()
    await deliver(referenceOf(await send('lost')), 'lost')
    expect(await balance()).toMatchObject(FREE)
    const withdrawn = referenceOf(await send('withdrawn'))
    expect(await balance()).toMatchObject(HELD)
    const reply = await host.call('withdraw-parcel', { id: withdrawn }, keys.production)
    expect(reply).toMatchObject({ data: { withdrawn: true }, body: { meta: { balance: 100 } } })
    await deliver(withdrawn, 'delivered')
    expect(await balance()).toMatchObject(FREE)
    await end()
  })

  it('costs nothing once it is refunded, whatever its source says then', async () => {
    const { host, keys, send, deliver, balance, end } = await shipping()
    const reference = referenceOf(await send('one'))
    await host.call('refund-parcel', { id: reference }, keys.production)
    expect(await balance()).toMatchObject(FREE)
    await deliver(reference, 'delivered')
    expect(await balance()).toMatchObject(FREE)
    await end()
  })

  it('costs nothing where no result comes while it is asked for; a later one is told of all the same', async () => {
    const { host, send, post, clock, balance, states, logger, end } = await shipping()
    const reference = referenceOf(await send('one'))
    await host.start()
    clock.advance(POLLED_FOR_MS)
    expect(await balance()).toMatchObject(HELD)
    await vi.waitFor(async () => expect(await balance()).toMatchObject(FREE), PATIENTLY)
    expect(logger.of('async_result.overdue')).toMatchObject([{ facts: { reference } }])
    expect(await post(reference, 'delivered')).toBe('accepted')
    expect(await states()).toEqual(['delivered'])
    expect(await balance()).toMatchObject(FREE)
    await end()
  })

  it('holds no longer than an hour after that where nobody asks any more', async () => {
    const { host, send, clock, store, balance, end } = await shipping()
    await send('one')
    store.tables.jobs.clear()
    clock.advance(POLLED_FOR_MS + HOUR_MS - 1)
    await store.billing.sweep(clock.now().getTime())
    expect(await balance()).toMatchObject(HELD)
    await host.start()
    clock.advance(1)
    await vi.waitFor(async () => expect(await balance()).toMatchObject(FREE), PATIENTLY)
    await end()
  })

  it('lives the same life in the sandbox, and moves no money of production', async () => {
    const { host, keys, send, clock, balance, end } = await shipping()
    await host.call('send-parcels', { to: 'Delhi', count: 1 }, keys.sandbox)
    expect(await balance('sandbox')).toMatchObject({ held: inr('2') })
    await host.start()
    clock.advance(3_000)
    const paid = { balance: inr('198'), held: 0 }
    await vi.waitFor(async () => expect(await balance('sandbox')).toMatchObject(paid), PATIENTLY)
    expect(await balance()).toMatchObject(FREE)
    expect(await send('one')).toMatchObject({ status: 200 })
    expect(await balance('sandbox')).toMatchObject(paid)
    await end()
  })

  it('is asked for its result although process after process dies while it asks', async () => {
    const { host, send, clock, upstream, store, balance, end } = await shipping()
    await send('one')
    for (let died = 0; died < 8; died += 1) {
      clock.advance(61_000)
      const claimed = await store.jobs.claim('a process that dies', clock.now().getTime(), {
        limit: 9,
        leaseMs: 60_000,
      })
      expect(claimed.map(({ name }) => name)).toContain('kernel.poll')
    }
    upstream.state.status = 'delivered'
    clock.advance(61_000)
    await host.start()
    await vi.waitFor(async () => expect(await balance()).toMatchObject(CAPTURED), PATIENTLY)
    await end()
  })

  it('may be free', async () => {
    const { send, deliver, balance, states, end } = await shipping('0.00')
    const reference = referenceOf(await send('one'))
    await deliver(reference, 'delivered')
    expect(await states()).toEqual(['delivered'])
    expect(await balance()).toMatchObject(FREE)
    await end()
  })

  it('is held on by recovery where the reply of its source was lost, and charged later', async () => {
    const { host, send, deliver, clock, upstream, store, balance, end } = await shipping()
    upstream.state.behaviour = 'loses-the-reply'
    expect(await send('one')).toMatchObject({ status: 503 })
    const [reference = ''] = upstream.state.sent
    clock.advance(31_000)
    await host.start()
    const phase = async () => (await store.billing.findByReference(reference))?.call.phase
    await vi.waitFor(async () => expect(await phase()).toBe('accepted'), PATIENTLY)
    expect(await balance()).toMatchObject(HELD)
    await deliver(reference, 'delivered')
    expect(await balance()).toMatchObject(CAPTURED)
    await end()
  })

  it('is shown in the catalogue as its sandbox answers it: not charged yet', async () => {
    const problems = await checkPlugin(parcelsPaidOnDelivery({ live: carrier().source }))
    expect(problems.filter((problem) => problem.includes('send-parcels'))).toEqual([])
  })

  it('is refused at start beside a wallet that makes no long reservations', async () => {
    const fake = fakeWallet({ capabilities: ['refund', 'credit'] })
    const plugins = [parcelsPaidOnDelivery({ live: carrier().source }), fake.plugin]
    await expect(createTestHost({ plugins, wallet: { use: 'fake' } })).rejects.toMatchObject({
      faults: [{ code: 'CAPABILITY_MISSING', message: expect.stringContaining('send-parcels') }],
    })
  })

  it('is reserved at an external wallet until its result, which captures or releases it there', async () => {
    const fake = fakeWallet()
    const upstream = carrier()
    const plugins = [parcelsPaidOnDelivery({ live: upstream.source }), fake.plugin]
    const { host, keys, account, store, clock, logger } = await createTestHost({ plugins, wallet: { use: 'fake' } })
    const owner = { accountId: account.id, environment: 'production' as const }
    fake.fund(owner, inr('10'))
    const send = (requestId: string) =>
      host.call('send-parcels', { to: 'Delhi', count: 2 }, keys.production, { requestId })
    const tasks = new WalletTaskRunner({ wallet: fake.wallet, tasks: store.walletTasks, clock, logger })
    const deliver = async (reference: string, state: 'delivered' | 'lost') => {
      await host.get(AsyncResults).deliver(ParcelProvider.operations.send, reference, { state })
      clock.advance(5_000)
      await tasks.look()
    }
    const [delivered, lost] = [referenceOf(await send('one')), referenceOf(await send('two'))]
    await host.drain()
    expect([fake.reserved, fake.available(owner)]).toEqual([inr('8'), inr('2')])
    await deliver(delivered, 'delivered')
    await deliver(lost, 'lost')
    expect([fake.reserved, fake.available(owner)]).toEqual([zero, inr('6')])
    expect((await store.ledger.verify()).broken).toEqual([])
    await host.stop()
  })
})
