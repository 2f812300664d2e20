import { describe, expect, it } from 'vitest'
import { admitOf, OF, PRICE, settleOf, World } from '../../test/ledger-world.ts'

const TIMES = 500
const LEASE_MS = 30_000
const ADMITTED_AT = 1_000_000

/** Who comes first when an answer and the sweep come in one moment. */
const ORDERS = ['answer first', 'sweep first', 'one batch, answer first', 'one batch, sweep first'] as const

interface Race {
  readonly world: World
  /** What was done: one of the two. */
  readonly ends: readonly string[]
}

/** A call whose answer comes so long after its admission, while the sweep looks at the same moment. */
function race(at: number, order: (typeof ORDERS)[number]): Race {
  const world = new World(PRICE * 3)
  world.run([admitOf('call', { at: ADMITTED_AT, leaseMs: LEASE_MS })])
  const answer = settleOf('call', { at })
  const sweep = { kind: 'expire', ...OF, at, reference: 'call', keyId: 'key', epoch: 1, force: false } as const
  const operations = order.endsWith('answer first') ? [answer, sweep] : [sweep, answer]
  const batches = order.startsWith('one batch') ? [operations] : operations.map((operation) => [operation])
  const results = batches.flatMap((batch) => world.run(batch))
  // Both are sent again, as whoever lost an acknowledgement does: nothing may move once more.
  for (const batch of batches) world.run(batch)
  world.check()
  const ends = operations.map((operation, place) => `${operation.kind} ${results[place]?.kind}`)
  return { world, ends: ends.filter((end) => end.endsWith('done')) }
}

describe('an answer that comes when its hold ends', () => {
  it.each([
    ['1 ms before', -1],
    ['at the very moment', 0],
    ['1 ms after', 1],
  ])(`${TIMES} times %s: is charged or voided, never both, never neither`, (_, offset) => {
    const seen = new Map<string, number>()
    for (let time = 0; time < TIMES; time += 1) {
      const order = ORDERS[time % ORDERS.length] ?? ORDERS[0]
      const { world, ends } = race(ADMITTED_AT + LEASE_MS + offset, order)
      const [end = 'nothing'] = ends
      expect(ends).toHaveLength(1)
      const charged = end === 'settle done'
      expect(world.wallet()).toMatchObject({ posted: charged ? PRICE * 2 : PRICE * 3, held: 0 })
      expect(world.responses.has('call')).toBe(charged)
      seen.set(end, (seen.get(end) ?? 0) + 1)
    }
    // Before its end a hold cannot be swept; from then on whoever comes first has it.
    expect(Object.fromEntries(seen)).toEqual(
      offset < 0 ? { 'settle done': TIMES } : { 'settle done': TIMES / 2, 'expire done': TIMES / 2 },
    )
  })
})
