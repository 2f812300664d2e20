import { micro, NO_WRITES, type WalletAlert, walletKey, zero } from '@parakh/core'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { admitOf, OF, PRICE, settleOf, World } from '../../test/ledger-world.ts'
import { decide } from './decide.ts'

const AT = 1_000_000

/** A wallet of so many prices, with a threshold. */
function worldWith(prices: number, alert?: Partial<WalletAlert>): World {
  const world = new World(PRICE * prices)
  const wallet = world.wallet()
  const set = alert && { percent: 0, amount: zero, base: wallet.posted, ...alert }
  world.wallets.set(walletKey(OF), { ...wallet, alert: set })
  return world
}
/** Events of a batch, which is then applied. */
function eventsOf(world: World, ...operations: Parameters<typeof decide>[1]) {
  const { changes } = decide(world.state(), operations)
  world.apply(changes)
  return changes.events.map(({ id, type, sequence, data }) => ({ id, type, sequence, data }))
}
let sold = 0
function sell(world: World) {
  sold += 1
  const reference = `call-${sold}`
  const limits = { endpoint: 1_000, total: 1_000, inFlight: 1_000 }
  eventsOf(world, admitOf(reference, { limits }))
  const events = eventsOf(world, settleOf(reference))
  return events.map(({ type }) => type)
}
const credit = (id: string, prices: number) =>
  ({ kind: 'credit', ...OF, at: AT, id, amount: micro(PRICE * prices), reference: id, actor: 'bank' }) as const

it('tells of a fall below an amount once, in the commit of the charge, and again after money came in', () => {
  const world = worldWith(6, { amount: micro(PRICE * 4) })
  expect([sell(world), sell(world)]).toEqual([[], []])
  eventsOf(world, admitOf('crossing'))
  expect(eventsOf(world, settleOf('crossing'))).toEqual([
    {
      ...{ id: 'crossing-low_balance', type: 'wallet.low_balance', sequence: 1 },
      data: { balance: 1.5, threshold: 2 },
    },
  ])
  expect(sell(world)).toEqual([])
  eventsOf(world, credit('more', 3))
  expect(sell(world)).toEqual([])
  expect(sell(world)).toEqual(['wallet.low_balance'])
  world.check()
})

it('takes percent of what there was when money last came in', () => {
  const world = worldWith(10, { percent: 50 })
  for (let n = 0; n < 5; n += 1) expect(sell(world)).toEqual([])
  expect(sell(world)).toEqual(['wallet.low_balance'])
  eventsOf(world, credit('more', 16))
  expect(world.wallet().alert).toMatchObject({ percent: 50, base: PRICE * 20 })
  for (let n = 0; n < 10; n += 1) expect(sell(world)).toEqual([])
  expect(sell(world)).toEqual(['wallet.low_balance'])
})

it('tells of each of two thresholds', () => {
  const world = worldWith(10, { percent: 50, amount: micro(PRICE * 3) })
  const told = Array.from({ length: 8 }, () => sell(world))
  expect(told.flatMap((types, n) => types.map((type) => [n + 1, type]))).toEqual([
    [6, 'wallet.low_balance'],
    [8, 'wallet.low_balance'],
  ])
})

it('tells that a wallet is depleted where it cannot pay for another such call, threshold or not', () => {
  expect([sell(worldWith(2)), sell(worldWith(1)), sell(worldWith(1.5))]).toEqual([
    [],
    ['wallet.depleted'],
    ['wallet.depleted'],
  ])
  expect(sell(worldWith(1, { amount: micro(PRICE / 2) }))).toEqual(['wallet.low_balance', 'wallet.depleted'])
})

it('tells nothing where nothing is charged, nor where a charge is given back', () => {
  const world = worldWith(4, { amount: micro(PRICE * 4) })
  eventsOf(world, admitOf('failed'))
  expect(eventsOf(world, settleOf('failed', { outcome: 'failed', charged: zero, response: null }))).toEqual([])
  eventsOf(world, admitOf('given-back'))
  expect(eventsOf(world, settleOf('given-back'))).toHaveLength(1)
  const writes = { ...NO_WRITES, refunds: [{ reference: 'given-back', reason: 'failed later' }] }
  expect(eventsOf(world, { kind: 'commit', ...OF, at: AT, actor: 'async-result', writes })).toEqual([])
})

it('tells of as many falls as there are crossings, however calls are batched', () => {
  const one = fc.oneof(fc.constant('sell' as const), fc.integer({ min: 1, max: 4 }))
  fc.assert(
    fc.property(fc.array(one, { maxLength: 30 }), fc.integer({ min: 1, max: 6 }), (acts, threshold) => {
      const world = worldWith(5, { amount: micro(PRICE * threshold) })
      let [crossings, told] = [0, 0]
      for (const [n, act] of acts.entries()) {
        const before = world.wallet().posted
        if (act === 'sell') told += sell(world).filter((type) => type === 'wallet.low_balance').length
        else eventsOf(world, credit(`in-${n}`, act))
        const after = world.wallet().posted
        if (before >= PRICE * threshold && after < PRICE * threshold) crossings += 1
      }
      expect(told).toBe(crossings)
    }),
  )
})

it('tells of what is charged on completion with its capture, and of nothing where it is released', () => {
  const world = worldWith(2, { amount: micro(PRICE * 2) })
  const accept = (reference: string) =>
    eventsOf(
      world,
      admitOf(reference),
      settleOf(reference, {
        ...{ charged: zero, keepsUnit: true, holdUntil: AT + 60_000 },
        writes: { ...NO_WRITES, asyncState: { reference, from: 'none', to: 'pending' } },
      }),
    )
  const end = (reference: string, to: 'completed' | 'failed') => {
    const writes = { ...NO_WRITES, asyncState: { reference, from: 'pending', to } } as const
    return eventsOf(world, { kind: 'commit', ...OF, at: AT, actor: 'test', writes }).map(({ type }) => type)
  }
  expect([accept('released'), end('released', 'failed')]).toEqual([[], []])
  expect([accept('captured'), end('captured', 'completed')]).toEqual([[], ['wallet.low_balance']])
  expect([accept('last'), end('last', 'completed')]).toEqual([[], ['wallet.depleted']])
})
