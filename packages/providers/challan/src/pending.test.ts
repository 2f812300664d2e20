import { describe, expect, it } from 'vitest'
import { HELMET, NO_ENTRY, OVERLOADING, PARKING, PARTLY_PAID, SPEEDING } from './fixtures/challans.ts'
import { pendingOf } from './pending.ts'

describe('what is still to be paid', () => {
  it('is nothing without challans', () => {
    expect(pendingOf([])).toEqual({ pending_count: 0, pending_amount: 0 })
  })
  it('is what is pending, and not what is paid, disposed or before a court', () => {
    expect(pendingOf([PARKING, HELMET, OVERLOADING])).toEqual({ pending_count: 0, pending_amount: 0 })
    expect(pendingOf([NO_ENTRY, OVERLOADING])).toEqual({ pending_count: 1, pending_amount: 20_000 })
  })
  it('is less what was received', () => {
    expect(pendingOf([SPEEDING, PARTLY_PAID])).toEqual({ pending_count: 2, pending_amount: 2000 })
    expect(pendingOf([{ ...SPEEDING, received_amount: 1200 }, NO_ENTRY]).pending_amount).toBe(20_000)
  })
  it('is a sum of whole paise', () => {
    const small = [0.07, 0.14].map((amount) => ({ ...SPEEDING, amount }))
    expect(pendingOf(small).pending_amount).toBe(0.21)
  })
})
