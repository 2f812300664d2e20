import { micro, NO_WRITES, priceOf, type UnitPool } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { admitOf, OF, PRICE, settleOf, World } from '../../test/ledger-world.ts'

const POOL: UnitPool = { name: 'plan:s1', period: '2026-11', limit: 2, version: 'plan-starter' }
const pooled = (reference: string) =>
  admitOf(reference, { pool: POOL, legs: [{ accountId: 'up', amount: priceOf(50) }] })
const unitsOf = (world: World) => world.counters.get('acc/sandbox/2026-11 plan:s1') ?? 0
const ended = (reference: string, keepsUnit: boolean) => settleOf(reference, { charged: priceOf(0), keepsUnit })

describe('a unit of a plan', () => {
  it('pays in the place of money and of commission, with the version of its plan', () => {
    const world = new World(PRICE)
    const [admitted] = world.run([pooled('one')])
    expect(admitted).toMatchObject({ kind: 'admitted', pooled: true, available: PRICE })
    world.run([ended('one', true)])
    expect(unitsOf(world)).toBe(1)
    expect(world.calls.get('one')).toMatchObject({ price: 0, charged: 0, legs: [], priceVersion: 'plan-starter' })
    expect(world.wallet().posted).toBe(PRICE)
    world.check()
  })

  it('leaves the wallet to pay once there are none, within one batch too', () => {
    const world = new World(PRICE)
    const results = world.run([pooled('one'), pooled('two'), pooled('three'), pooled('four')])
    expect(results.map((result) => ('pooled' in result ? 'unit' : result.kind))).toEqual([
      ...['unit', 'unit', 'admitted', 'refused'],
    ])
    expect(world.wallet().held).toBe(PRICE)
    expect(unitsOf(world)).toBe(2)
    world.check()
  })

  it('is given back on failure, on an answer that is not billable, on expiry and on a refund: once each', () => {
    const world = new World(PRICE)
    world.run([pooled('failed')])
    world.run([settleOf('failed', { outcome: 'failed', charged: micro(0), response: null, keepsUnit: false })])
    expect(unitsOf(world)).toBe(0)
    world.run([pooled('free')])
    world.run([ended('free', false)])
    expect(unitsOf(world)).toBe(0)
    world.run([pooled('gone')])
    const expire = {
      kind: 'expire',
      ...OF,
      reference: 'gone',
      keyId: 'key',
      epoch: 1,
      at: 2_000_000,
      force: true,
    } as const
    world.run([expire, expire])
    expect(unitsOf(world)).toBe(0)
    world.run([pooled('given')])
    world.run([ended('given', true)])
    expect(unitsOf(world)).toBe(1)
    const writes = { ...NO_WRITES, refunds: [{ reference: 'given', reason: 'failed later' }] }
    const refund = { kind: 'commit', ...OF, at: 2_000_000, writes, actor: 'test' } as const
    world.run([refund])
    world.run([refund])
    expect(unitsOf(world)).toBe(0)
    world.check()
  })

  it('is not taken by what costs nothing, and is unlimited where there is no limit', () => {
    const world = new World(0)
    world.run([admitOf('free', { pool: POOL, price: micro(0) })])
    expect(unitsOf(world)).toBe(0)
    const many = Array.from({ length: 5 }, (_, n) => admitOf(`many-${n}`, { pool: { ...POOL, limit: null } }))
    expect(world.run(many).every((result) => 'pooled' in result)).toBe(true)
    expect(unitsOf(world)).toBe(5)
  })
})

describe('the volume of a month', () => {
  const volume = { name: 'volume:lookup', period: '2026-11' }
  const counted = (world: World) => world.counters.get('acc/sandbox/2026-11 volume:lookup') ?? 0

  it('rises with a charge, and with nothing else', () => {
    const world = new World(3 * PRICE)
    world.run([admitOf('paid'), admitOf('free')])
    world.run([settleOf('paid', { volume }), settleOf('free', { charged: micro(0), volume })])
    expect(counted(world)).toBe(1)
    world.run([settleOf('paid', { volume })])
    expect(counted(world)).toBe(1)
  })
})
