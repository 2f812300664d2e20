import { inr, micro } from '@parakh/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shareOut, taxOf } from './gst.ts'
import { financialYearOf } from './invoicing-rules.ts'

const PAISA = 10_000
const eighteen = { rateBasisPoints: 1_800 }

describe('the tax of an amount', () => {
  it('is half to the centre and half to the state within one, and integrated across two', () => {
    const amount = inr('118')
    const within = taxOf({ amount, inclusive: true, ...eighteen, withinState: true })
    expect(within).toEqual({ taxable: inr('100'), cgst: inr('9'), sgst: inr('9'), igst: 0, total: amount })
    const across = taxOf({ amount, inclusive: true, ...eighteen, withinState: false })
    expect(across).toEqual({ taxable: inr('100'), cgst: 0, sgst: 0, igst: inr('18'), total: amount })
    const added = taxOf({ amount: inr('100'), inclusive: false, ...eighteen, withinState: true })
    expect(added).toEqual({ taxable: inr('100'), cgst: inr('9'), sgst: inr('9'), igst: 0, total: amount })
  })

  it('is rounded to the paisa, half a paisa upwards', () => {
    const of = (text: `${bigint}.${number}`) =>
      taxOf({ amount: inr(text), inclusive: false, ...eighteen, withinState: false }).igst
    // 0.18 x 0.25 is 0.045, x 0.24 is 0.0432, x 0.75 is 0.135.
    expect([of('0.25'), of('0.24'), of('0.75')]).toEqual([inr('0.05'), inr('0.04'), inr('0.14')])
  })

  it('comes with the taxable value to the total, in whole paise, and is off by half a paisa at most', () => {
    const paise = fc.integer({ min: 0, max: 900_000_000_00 })
    fc.assert(
      fc.property(
        paise,
        fc.integer({ min: 0, max: 4_000 }),
        fc.boolean(),
        fc.boolean(),
        (count, rate, inclusive, within) => {
          const amount = micro(count * PAISA)
          const given = { amount, inclusive, rateBasisPoints: rate, withinState: within }
          const { taxable, cgst, sgst, igst, total } = taxOf(given)
          expect(taxable + cgst + sgst + igst).toBe(total)
          expect(inclusive ? total : taxable).toBe(amount)
          expect(cgst).toBe(sgst)
          for (const part of [taxable, cgst, igst, total]) expect(Math.abs(part % PAISA)).toBe(0)
          const base = BigInt(inclusive ? 10_000 + rate : 10_000) * (within ? 2n : 1n)
          const exact = BigInt(amount) * BigInt(rate)
          const off = BigInt(within ? cgst : igst) * base - exact
          expect(off <= (base * BigInt(PAISA)) / 2n && off >= -(base * BigInt(PAISA)) / 2n).toBe(true)
        },
      ),
      { numRuns: 2_000 },
    )
  })
})

describe('a value that is shared out', () => {
  it('adds up to the whole, for any amounts', () => {
    const amounts = fc.array(fc.integer({ min: -5_000, max: 100_000 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(amounts, (counts) => {
        const sum = counts.reduce((total, count) => total + count, 0)
        fc.pre(sum > 0)
        const { taxable } = taxOf({ amount: micro(sum * PAISA), inclusive: true, ...eighteen, withinState: true })
        const shares = shareOut(
          taxable,
          counts.map((count) => micro(count * PAISA)),
        )
        expect(shares.reduce((total, share) => total + share, 0)).toBe(taxable)
        const far = shares.filter(
          (share, place) => Math.abs(share - ((counts[place] ?? 0) * PAISA * taxable) / (sum * PAISA)) > PAISA + 1,
        )
        expect(far).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a financial year', () => {
  it('begins on the first of April in India', () => {
    const years = ['2027-03-31T18:29:59.999Z', '2027-03-31T18:30:00Z', '2027-12-31T20:00:00Z', '1999-12-31T00:00:00Z']
    expect(years.map((at) => financialYearOf(new Date(at)))).toEqual(['2026-27', '2027-28', '2027-28', '1999-00'])
  })
})
