import { describe, expect, it } from 'vitest'
import { monthOf } from './months.ts'

const at = (text: string): number => Date.parse(text)

describe('a month of the usage log', () => {
  it('begins and ends at midnight in Asia/Kolkata', () => {
    const november = { name: '2026_11', from: at('2026-10-31T18:30:00Z'), until: at('2026-11-30T18:30:00Z') }
    expect(monthOf(at('2026-10-31T18:29:59.999Z')).name).toBe('2026_10')
    expect(monthOf(at('2026-10-31T18:30:00.000Z'))).toEqual(november)
    expect(monthOf(at('2026-11-30T18:29:59.999Z'))).toEqual(november)
    expect(monthOf(at('2026-11-30T18:30:00.000Z')).name).toBe('2026_12')
  })

  it('is followed by the next one without a gap, over the end of a year and a leap day', () => {
    for (let later = 0; later < 30; later += 1) {
      const [one, next] = [monthOf(at('2027-11-15T00:00:00Z'), later), monthOf(at('2027-11-15T00:00:00Z'), later + 1)]
      expect(next.from).toBe(one.until)
      expect(monthOf(one.from)).toEqual(one)
    }
    expect(monthOf(at('2027-11-15T00:00:00Z'), 3).name).toBe('2028_02')
  })
})
