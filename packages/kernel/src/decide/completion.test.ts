import { type LedgerOperation, NO_WRITES, priceOf, type SettleOperation, type UnitPool, zero } from '@parakh/core'
import { describe, expect, it } from 'vitest'
import { admitOf, OF, PRICE, settleOf, World } from '../../test/ledger-world.ts'

const ADMITTED_AT = 1_000_000
const WAITS_UNTIL = ADMITTED_AT + 600_000
const LATER = ADMITTED_AT + 60_000
const POOL: UnitPool = { name: 'plan:s1', period: '2026-11', limit: 2, version: 'plan-starter' }

const acceptOf = (reference: string, more: Partial<SettleOperation> = {}): SettleOperation =>
  settleOf(reference, {
    ...{ charged: zero, keepsUnit: true, holdUntil: WAITS_UNTIL },
    writes: { ...NO_WRITES, asyncState: { reference, from: 'none', to: 'pending' } },
    ...more,
  })
const commitOf = (writes: object, at = LATER): LedgerOperation => ({
  ...{ kind: 'commit', ...OF, at, actor: 'test', writes: { ...NO_WRITES, ...writes } },
})
const told = (to: 'pending' | 'completed' | 'failed') => ({ asyncState: { reference: 'call', from: 'pending', to } })
const refunded = { refunds: [{ reference: 'call', reason: 'given up' }] }
const expireAt = (at: number, force = false): LedgerOperation => ({
  ...{ kind: 'expire', ...OF, at, reference: 'call', keyId: 'key', epoch: 1, force },
})

/** Where a call stands before something happens to it. */
const PHASES = {
  held: [admitOf('call')],
  accepted: [admitOf('call'), acceptOf('call')],
  captured: [admitOf('call'), acceptOf('call'), commitOf(told('completed'))],
  'failed later': [admitOf('call'), acceptOf('call'), commitOf(told('failed'))],
  'given up': [admitOf('call'), acceptOf('call'), commitOf({ ...refunded, ...told('pending') })],
  'charged at once': [admitOf('call'), settleOf('call', { writes: acceptOf('call').writes })],
} as const satisfies Record<string, readonly LedgerOperation[]>
/** What happens to a call. */
const HAPPENINGS = {
  completed: commitOf(told('completed')),
  failed: commitOf(told('failed')),
  'still pending': commitOf(told('pending')),
  'last poll': commitOf({ ...refunded, ...told('pending') }),
  refund: commitOf(refunded),
  'expire, early': expireAt(WAITS_UNTIL - 1),
  'expire, by force': expireAt(LATER, true),
  'expire, in time': expireAt(WAITS_UNTIL),
  'answer once more': acceptOf('call'),
  'same request id': admitOf('again', { claim: 'call', at: LATER }),
  'admit once more': admitOf('call'),
} as const satisfies Record<string, LedgerOperation>

type Row = readonly [phase: string, posted: number, held: number, result: string]
const [HAD, HAS] = [3 * PRICE, 2 * PRICE]
const RELEASED = ['answered', HAD, 0] as const
const CAPTURED = ['answered', HAS, 0] as const
const WAITS = ['accepted', HAD, PRICE] as const
/** After each happening: the phase, the balance, what is held, and the answer of the operation. */
const TABLE: { readonly [P in keyof typeof PHASES]: { readonly [H in keyof typeof HAPPENINGS]: Row } } = {
  held: {
    ...{ completed: ['held', HAD, PRICE, 'lost'], failed: ['held', HAD, PRICE, 'lost'] },
    ...{ 'still pending': ['held', HAD, PRICE, 'lost'], 'last poll': ['held', HAD, PRICE, 'lost'] },
    ...{ refund: ['held', HAD, PRICE, 'done'], 'expire, early': ['released', HAD, 0, 'done'] },
    ...{ 'expire, by force': ['released', HAD, 0, 'done'], 'expire, in time': ['released', HAD, 0, 'done'] },
    ...{ 'answer once more': [...WAITS, 'done'], 'same request id': ['released', HAD, PRICE, 'admitted'] },
    'admit once more': ['held', HAD, PRICE, 'admitted'],
  },
  accepted: {
    ...{ completed: [...CAPTURED, 'done'], failed: [...RELEASED, 'done'], 'still pending': [...WAITS, 'done'] },
    ...{ 'last poll': [...RELEASED, 'done'], refund: [...RELEASED, 'done'], 'expire, early': [...WAITS, 'lost'] },
    ...{ 'expire, by force': [...WAITS, 'lost'], 'expire, in time': [...RELEASED, 'done'] },
    ...{ 'answer once more': [...WAITS, 'done'], 'same request id': [...WAITS, 'replay'] },
    'admit once more': [...WAITS, 'replay'],
  },
  captured: {
    ...{ completed: [...CAPTURED, 'lost'], failed: [...CAPTURED, 'lost'], 'still pending': [...CAPTURED, 'lost'] },
    ...{ 'last poll': [...CAPTURED, 'lost'], refund: [...RELEASED, 'done'], 'expire, early': [...CAPTURED, 'lost'] },
    ...{ 'expire, by force': [...CAPTURED, 'lost'], 'expire, in time': [...CAPTURED, 'lost'] },
    ...{ 'answer once more': [...CAPTURED, 'done'], 'same request id': [...CAPTURED, 'replay'] },
    'admit once more': [...CAPTURED, 'replay'],
  },
  'failed later': {
    ...{ completed: [...RELEASED, 'lost'], failed: [...RELEASED, 'lost'], 'still pending': [...RELEASED, 'lost'] },
    ...{ 'last poll': [...RELEASED, 'lost'], refund: [...RELEASED, 'done'], 'expire, early': [...RELEASED, 'lost'] },
    ...{ 'expire, by force': [...RELEASED, 'lost'], 'expire, in time': [...RELEASED, 'lost'] },
    ...{ 'answer once more': [...RELEASED, 'done'], 'same request id': [...RELEASED, 'replay'] },
    'admit once more': [...RELEASED, 'replay'],
  },
  'given up': {
    ...{ completed: [...RELEASED, 'done'], failed: [...RELEASED, 'done'], 'still pending': [...RELEASED, 'done'] },
    ...{ 'last poll': [...RELEASED, 'done'], refund: [...RELEASED, 'done'], 'expire, early': [...RELEASED, 'lost'] },
    ...{ 'expire, by force': [...RELEASED, 'lost'], 'expire, in time': [...RELEASED, 'lost'] },
    ...{ 'answer once more': [...RELEASED, 'done'], 'same request id': [...RELEASED, 'replay'] },
    'admit once more': [...RELEASED, 'replay'],
  },
  'charged at once': {
    ...{ completed: [...CAPTURED, 'done'], failed: [...CAPTURED, 'done'], 'still pending': [...CAPTURED, 'done'] },
    ...{ 'last poll': [...RELEASED, 'done'], refund: [...RELEASED, 'done'], 'expire, early': [...CAPTURED, 'lost'] },
    ...{ 'expire, by force': [...CAPTURED, 'lost'], 'expire, in time': [...CAPTURED, 'lost'] },
    ...{ 'answer once more': [...CAPTURED, 'done'], 'same request id': [...CAPTURED, 'replay'] },
    'admit once more': [...CAPTURED, 'replay'],
  },
}
const CASES = Object.entries(TABLE).flatMap(([phase, rows]) =>
  Object.entries(rows).map(
    ([happening, row]) => [phase as keyof typeof PHASES, happening as keyof typeof HAPPENINGS, row] as const,
  ),
)

describe('a call that is charged on completion', () => {
  it.each(CASES)('%s, then %s', (phase, happening, [after, posted, held, result]) => {
    const world = new World(HAD)
    for (const operation of PHASES[phase]) world.run([operation])
    const [first] = world.run([HAPPENINGS[happening]])
    expect(first?.kind).toBe(result)
    expect(world.calls.get('call')?.phase).toBe(after)
    expect(world.wallet()).toMatchObject({ posted, held })
    world.check()
    // Once more, as whoever lost the acknowledgement.
    world.run([HAPPENINGS[happening]])
    expect(world.wallet()).toMatchObject({ posted, held })
    world.check()
  })

  it('is charged once where one batch has its answer and every news of it', () => {
    const world = new World(HAD)
    const news = [told('completed'), told('failed'), { ...refunded, ...told('pending') }]
    const results = world.run([...PHASES.accepted, ...news.map((writes) => commitOf(writes)), expireAt(WAITS_UNTIL)])
    expect(results.map(({ kind }) => kind)).toEqual(['admitted', 'done', 'done', 'lost', 'lost', 'lost'])
    expect(world.wallet()).toMatchObject({ posted: HAS, held: 0 })
    world.check()
  })

  it('is charged what it holds, with its commission, under the price that it was let in at', () => {
    const world = new World(HAD)
    const legs = [{ accountId: 'up', amount: priceOf(50) }]
    world.run([admitOf('call', { legs, priceVersion: 'v7' }), acceptOf('call')])
    expect(world.entries.filter(({ transaction }) => transaction === 'call')).toEqual([])
    world.run([commitOf(told('completed'))])
    const posted = world.entries.filter(({ transaction }) => transaction === 'call')
    expect(posted.map(({ ledgerAccount, amount }) => [ledgerAccount, amount])).toEqual([
      ['wallet:acc', -PRICE],
      ['commission:up', 50],
      ['revenue', PRICE - 50],
    ])
    expect(
      posted.every(({ kind, at, priceVersion }) => kind === 'charge' && at === LATER && priceVersion === 'v7'),
    ).toBe(true)
    world.check()
  })

  it('holds a unit of a plan, which completion keeps and failure returns', () => {
    const units = (to: 'completed' | 'failed'): number => {
      const world = new World(0)
      world.run([admitOf('call', { pool: POOL }), acceptOf('call')])
      expect(world.calls.get('call')?.phase).toBe('accepted')
      world.run([commitOf(told(to))])
      expect(world.calls.get('call')).toMatchObject({ phase: 'answered', charged: 0 })
      world.check()
      return world.counters.get('acc/sandbox/2026-11 plan:s1') ?? 0
    }
    expect([units('completed'), units('failed')]).toEqual([1, 0])
  })

  it('holds nothing on where its answer is not billable, or it is free', () => {
    const world = new World(HAD)
    world.run([admitOf('call'), admitOf('free', { price: zero })])
    world.run([acceptOf('call', { keepsUnit: false }), acceptOf('free')])
    expect([...world.calls.values()].map(({ phase }) => phase)).toEqual(['answered', 'answered'])
    expect(world.wallet()).toMatchObject({ posted: HAD, held: 0 })
    world.check()
  })
})
