import { describe, expect, it } from 'vitest'
import { OrderStatus } from './contract.ts'
import { isCancellable, MOVES, movesBetween, resultStateOf } from './order-moves.ts'

const ALL = OrderStatus.options

describe('the moves between two states', () => {
  it('are one where the states allow it, and none where nothing changes', () => {
    for (const from of ALL) {
      expect(movesBetween(from, from)).toEqual([])
      for (const to of MOVES[from]) expect(movesBetween(from, to)).toEqual([to])
    }
  })

  it('are each allowed, and never go back', () => {
    const line: readonly string[] = ['created', 'processing', 'printed', 'shipped', 'delivered']
    for (const from of ALL)
      for (const to of ALL) {
        const moves = movesBetween(from, to)
        if (!moves) continue
        expect(moves.every((next, place) => MOVES[moves[place - 1] ?? from].includes(next))).toBe(true)
        if (line.includes(from) && line.includes(to))
          expect(line.indexOf(to)).toBeGreaterThanOrEqual(line.indexOf(from))
      }
  })

  it.each([
    ['created', 'delivered', ['processing', 'printed', 'shipped', 'delivered']],
    ['on_hold', 'shipped', ['processing', 'printed', 'shipped']],
    ['processing', 'returned', ['printed', 'shipped', 'returned']],
    ['shipped', 'processing', null],
    ['printed', 'cancelled', null],
    ['printed', 'on_hold', null],
    ['on_hold', 'created', null],
  ] as const)('from %s to %s are %j', (from, to, moves) => {
    expect(movesBetween(from, to)).toEqual(moves)
  })

  it('lead nowhere from a state that ends an order', () => {
    for (const end of ['delivered', 'cancelled', 'failed', 'returned'] as const) expect(MOVES[end]).toEqual([])
  })
})

it('an order can be cancelled until it is printed', () => {
  expect(ALL.filter(isCancellable)).toEqual(['created', 'processing', 'on_hold'])
})

it('an order that failed or was cancelled is refunded, and every other end is delivered', () => {
  expect(ALL.filter((status) => resultStateOf(status) === 'failed')).toEqual(['cancelled', 'failed'])
  expect(ALL.filter((status) => resultStateOf(status) === 'completed')).toEqual(['delivered', 'returned'])
})
