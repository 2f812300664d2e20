import { inr, MICRO_RUPEES_PER_PAISA, priceOf } from '@parakh/core'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { floorOf, pays } from './floor.ts'

const paid = fc.record({
  lineBasisPoints: fc.integer({ min: 0, max: 9_999 }),
  cost: fc.integer({ min: 1, max: 1_000_000 }).map((paise) => priceOf(paise * MICRO_RUPEES_PER_PAISA)),
})

it('is the lowest price of whole paise that pays the line and the providers', () => {
  fc.assert(
    fc.property(paid, (of) => {
      const floor = floorOf(of)
      if (floor === null) throw new Error('a line that leaves something has a floor')
      expect(floor % MICRO_RUPEES_PER_PAISA).toBe(0)
      expect(pays(floor, of)).toBe(true)
      expect(pays(priceOf(floor - MICRO_RUPEES_PER_PAISA), of)).toBe(false)
    }),
  )
})

it('is zero without cost and commission, and absent if commission takes the whole price', () => {
  expect(floorOf({ lineBasisPoints: 3_800, cost: priceOf(0) })).toBe(0)
  expect(floorOf({ lineBasisPoints: 10_000, cost: inr('1') })).toBeNull()
  expect(floorOf({ lineBasisPoints: 2_000, cost: inr('1.20') })).toBe(inr('1.50'))
})
