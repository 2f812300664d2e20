import { inr, Pricing, rupees, service } from '@parakh/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { printShop } from '../../test/print-shop.ts'

type Shop = Awaited<ReturnType<typeof printShop>>
const refundsOf = ({ store }: Shop, id: string) =>
  store.tables.entries.filter(({ transaction, kind }) => transaction === id && kind === 'refund')
/** Of one refund: the wallet and the revenue. */
const ONE_REFUND = 2

describe.each(['sandbox', 'production'] as const)('cancel-order in %s', (environment) => {
  let shop: Shop
  beforeEach(async () => {
    shop = await printShop(environment)
    await shop.document('licence')
  })
  afterEach(() => shop.host.stop())

  it('returns the whole amount, once, and tells so', async () => {
    const before = (await shop.balance()).balance
    const id = await shop.placed({ quantity: 3, shipping_method: 'express' })
    expect((await shop.balance()).balance).toBe(before - inr('260'))
    const reply = await shop.cancel(id)
    expect(reply).toMatchObject({ status: 200, data: { order_id: id, status: 'cancelled', amount: 260 } })
    expect(reply.body).toMatchObject({ meta: { charged: 0, balance: rupees(before) } })
    expect(await shop.balance()).toMatchObject({ balance: before, held: 0 })
    expect(await shop.events()).toMatchObject([{ order_id: id, status: 'cancelled' }])
    expect(refundsOf(shop, id)).toHaveLength(ONE_REFUND)
    expect((await shop.store.ledger.verify()).broken).toEqual([])
  })

  it('does once what is asked again, by whatever request id, and by many at once', async () => {
    const before = (await shop.balance()).balance
    const id = await shop.placed()
    const replies = [...(await Promise.all(Array.from({ length: 8 }, () => shop.cancel(id)))), await shop.cancel(id)]
    for (const reply of replies) expect(reply).toMatchObject({ status: 200, data: { status: 'cancelled' } })
    expect((await shop.balance()).balance).toBe(before)
    expect(await shop.events()).toHaveLength(1)
    expect(refundsOf(shop, id)).toHaveLength(ONE_REFUND)
  })

  it('ends the wait of the call that placed the order', async () => {
    const id = await shop.placed()
    await shop.cancel(id)
    expect(shop.store.tables.calls.get(id)).toMatchObject({ asyncState: 'failed', refunded: inr('100') })
  })

  it('says that there is no such order', async () => {
    expect(await shop.cancel('nothing')).toMatchObject({ status: 404, code: 'ORDER_NOT_FOUND', outcome: 'none' })
  })
})

describe('the fulfilment side of cancel-order', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await printShop()
    await shop.document('licence')
  })
  afterEach(() => shop.host.stop())

  it.each(['created', 'processing', 'on_hold'])('is asked to stop an order that is %s', async (status) => {
    const id = await shop.placed()
    await shop.tell(id, { status })
    expect(await shop.cancel(id)).toMatchObject({ status: 200 })
    expect(shop.fulfilment.state.cancelled).toEqual([id])
  })

  it.each(['printed', 'shipped', 'delivered', 'returned', 'failed'])(
    'is not asked about an order that is %s',
    async (status) => {
      const id = await shop.placed()
      await shop.tell(id, { status })
      const before = await shop.balance()
      expect(await shop.cancel(id)).toMatchObject({ status: 409, code: 'ORDER_NOT_CANCELLABLE', outcome: 'none' })
      expect(await shop.balance()).toEqual(before)
      expect(await shop.statusOf(id)).toBe(status)
      expect(shop.fulfilment.state.cancelled).toEqual([])
    },
  )

  it.each(['printed', null] as const)('may say that it is too late (%s): nothing is returned', async (cancels) => {
    const id = await shop.placed()
    const before = await shop.balance()
    shop.fulfilment.state.cancels = cancels
    expect(await shop.cancel(id)).toMatchObject({ status: 409, code: 'ORDER_NOT_CANCELLABLE' })
    expect(await shop.balance()).toEqual(before)
    expect(await shop.statusOf(id)).toBe('created')
  })

  it('cannot be reached: the order stands, and may be cancelled later', async () => {
    const id = await shop.placed()
    shop.fulfilment.state.serves = false
    expect(await shop.cancel(id)).toMatchObject({ status: 503, code: 'UPSTREAM_UNAVAILABLE' })
    expect(await shop.statusOf(id)).toBe('created')
    shop.fulfilment.state.serves = true
    expect(await shop.cancel(id)).toMatchObject({ status: 200 })
  })

  it('is asked what became of a cancellation whose reply was lost', async () => {
    const id = await shop.placed()
    shop.fulfilment.state.replies = false
    expect(await shop.cancel(id)).toMatchObject({ status: 503, code: 'OUTCOME_UNKNOWN' })
    expect(await shop.statusOf(id)).toBe('created')
    shop.clock.advance(31_000)
    await shop.host.start()
    await vi.waitFor(async () => expect(await shop.statusOf(id)).toBe('cancelled'), { timeout: 60_000 })
    expect(refundsOf(shop, id)).toHaveLength(ONE_REFUND)
    expect(shop.fulfilment.state.cancelled).toEqual([id])
  })

  it.each(['printed', 'shipped', 'delivered'])(
    'stops an order that it says meanwhile is %s: an operator is told which',
    async (status) => {
      const id = await shop.placed()
      shop.fulfilment.state.meanwhile = async () => void (await shop.tell(id, { status }))
      expect(await shop.cancel(id)).toMatchObject({ status: 409, code: 'ORDER_NOT_CANCELLABLE' })
      expect(await shop.statusOf(id)).toBe(status)
      const facts = { order: id, stands: status }
      expect(shop.logger.of('print.cancellation_contradicted')).toMatchObject([{ level: 'error', facts }])
    },
  )

  it('is not heard any more once an order is cancelled', async () => {
    const id = await shop.placed()
    await shop.cancel(id)
    for (const status of ['processing', 'printed', 'failed', 'delivered', 'cancelled'])
      expect(await shop.tell(id, { status })).toBe('accepted')
    expect(await shop.statusOf(id)).toBe('cancelled')
    expect(refundsOf(shop, id)).toHaveLength(ONE_REFUND)
    expect(await shop.events()).toHaveLength(1)
  })
})

describe('the commission on an order', () => {
  const pricing = service(Pricing, {}, () => ({
    quote: ({ listed, listedSource }) => ({
      ...{ price: listed, source: listedSource, version: 'test:1' },
      legs: listed >= inr('100') ? [{ accountId: 'reseller', amount: inr('18') }] : [],
    }),
  }))
  const paidTo = (shop: Shop, ledgerAccount: string) =>
    shop.store.tables.entries
      .filter((entry) => entry.ledgerAccount === ledgerAccount)
      .reduce((sum, { amount }) => sum + amount, 0)

  it.each([
    ['the customer', (shop: Shop, id: string) => shop.cancel(id)],
    ['its fulfilment side', (shop: Shop, id: string) => shop.tell(id, { status: 'cancelled' })],
    ['the command line', (shop: Shop, id: string) => shop.command('move', { id, to: 'cancelled' })],
  ])('is taken back where %s cancels it', async (_, cancel) => {
    const shop = await printShop('production', [pricing])
    await shop.document('licence')
    const earned = paidTo(shop, 'revenue')
    const id = await shop.placed()
    expect([paidTo(shop, 'commission:reseller'), paidTo(shop, 'revenue') - earned]).toEqual([inr('18'), inr('82')])
    await cancel(shop, id)
    expect([paidTo(shop, 'commission:reseller'), paidTo(shop, 'revenue') - earned]).toEqual([0, 0])
    expect((await shop.store.ledger.verify()).broken).toEqual([])
    await shop.host.stop()
  })
})

describe('a cancellation that races with results', () => {
  let shop: Shop
  beforeEach(async () => {
    shop = await printShop()
    await shop.document('licence')
  })
  afterEach(() => shop.host.stop())

  it.each(['printed', 'failed', 'shipped', 'cancelled'])(
    'loses where the order is %s while its fulfilment side is asked',
    async (status) => {
      const id = await shop.placed()
      shop.fulfilment.state.meanwhile = async () => void (await shop.tell(id, { status }))
      const refunded = status === 'failed' || status === 'cancelled'
      const reply = await shop.cancel(id)
      expect(reply).toMatchObject(status === 'cancelled' ? { status: 200 } : { code: 'ORDER_NOT_CANCELLABLE' })
      expect(await shop.statusOf(id)).toBe(status)
      expect(refundsOf(shop, id)).toHaveLength(refunded ? ONE_REFUND : 0)
      expect(await shop.events()).toMatchObject([{ status }])
      // It was asked once: a handler that runs again does not ask again.
      expect(shop.fulfilment.state.cancelled).toEqual([id])
    },
  )

  it.each(['printed', 'failed', 'on_hold'])(
    'has one outcome with %s, whichever comes first, refunded at most once',
    async (status) => {
      const outcomes = new Set<boolean>()
      for (let round = 0; round < 24; round += 1) {
        const before = (await shop.balance()).balance
        const id = await shop.placed()
        const turns = async (count: number) => {
          for (let turn = 0; turn < count; turn += 1) await Promise.resolve()
        }
        const cancelling = turns(round % 2 === 0 ? round * 4 : 0).then(() => shop.cancel(id))
        const telling = turns(round % 2 === 0 ? 0 : round * 4).then(() => shop.tell(id, { status }))
        const [reply, taken] = await Promise.all([cancelling, telling])
        expect(taken).toBe('accepted')
        const won = reply.status === 200
        outcomes.add(won)
        if (!won) expect(reply).toMatchObject({ status: 409, code: 'ORDER_NOT_CANCELLABLE' })
        expect(await shop.statusOf(id)).toBe(won ? 'cancelled' : status)
        const refunded = won || status === 'failed'
        expect(refundsOf(shop, id)).toHaveLength(refunded ? ONE_REFUND : 0)
        expect((await shop.balance()).balance).toBe(refunded ? before : before - inr('100'))
      }
      // An order on hold can still be cancelled: then both come true, one after the other.
      expect([...outcomes].sort()).toEqual(status === 'on_hold' ? [true] : [false, true])
      expect((await shop.store.ledger.verify()).broken).toEqual([])
    },
  )
})
