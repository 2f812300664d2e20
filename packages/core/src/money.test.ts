import { describe, expect, it } from 'vitest'
import { decimal, inr, micro, Price, parseAmount, plus, priceOf, rupees, times, wholePaise } from './money.ts'

describe('money', () => {
  it('is an integer of micro-rupees', () => {
    expect(inr('0.50')).toBe(500_000)
    expect(inr('6')).toBe(6_000_000)
    expect(times(inr('0.10'), 3)).toBe(300_000)
  })
  it('is shown floored to whole paise', () => {
    expect(rupees(micro(1_239_999))).toBe(1.23)
    expect(decimal(micro(5_000_000))).toBe('5.00')
  })
  it('refuses text that is not whole paise', () => {
    for (const text of ['1.234', '-1', '1e3', '', ' 1', '0x1', '1.', '9999999999'])
      expect(() => parseAmount(text)).toThrow(/^The amount .* is invalid/)
  })
  it('is a price only where it is an integer that is not below zero', () => {
    expect(plus(priceOf(0), priceOf(2_500))).toBe(2_500)
    for (const value of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])
      expect(() => priceOf(value)).toThrow(expect.objectContaining({ code: 'INVALID_PRICE' }))
  })
  it('is rounded to whole paise up or down, and floating-point error costs no paisa', () => {
    expect([wholePaise(625_000, 'down'), wholePaise(625_000, 'up')]).toEqual([inr('0.62'), inr('0.63')])
    expect([wholePaise(800_000.000_1, 'up'), wholePaise(799_999.999_9, 'down')]).toEqual([inr('0.80'), inr('0.80')])
    for (const value of [-10_000, Number.NaN, Number.POSITIVE_INFINITY])
      expect(() => wholePaise(value, 'up')).toThrow(expect.objectContaining({ code: 'INVALID_PRICE' }))
  })
  it('takes a price from configuration as text or number and refuses the rest', () => {
    expect(Price.parse(5.5)).toBe(5_500_000)
    expect(Price.parse('5.50')).toBe(5_500_000)
    for (const bad of [5.555, -1, Number.NaN, 'free']) expect(Price.safeParse(bad).success).toBe(false)
  })
})
