import { MICRO_RUPEES_PER_PAISA, priceOf, type Role } from '@parakh/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { COMMISSION_MODES } from '../settings.ts'
import type { CommissionLevel } from '../tables/commission-rates.ts'
import { CommissionTree } from './commission-tree.ts'
import { COMMISSION_CAPS, legsOf, paidOut, shareOf, sharesOf, WHOLE_BASIS_POINTS } from './shares.ts'

const level = (role: Role, basisPoints: number, parentId: string | null = null): CommissionLevel => ({
  ...{ accountId: `${role}-${basisPoints}`, parentId, name: role, role, basisPoints },
})
const shares = (mode: (typeof COMMISSION_MODES)[number], ...rates: number[]) =>
  sharesOf(
    mode,
    rates.map((rate) => level('retailer', rate)),
  ).map(({ shareBasisPoints }) => shareBasisPoints)

describe('shares of a line', () => {
  it('are the rate less that of the level below, or the full rate', () => {
    expect(shares('differential', 800, 1_200, 1_800)).toEqual([800, 400, 600])
    expect(shares('flat', 800, 1_200, 1_800)).toEqual([800, 1_200, 1_800])
  })
  it('are nothing for a level whose line is paid more already, and never below', () => {
    expect(shares('differential', 1_200, 800)).toEqual([1_200, 0])
    expect(shares('differential', 800, 500, 1_000)).toEqual([800, 0, 200])
    expect(shares('differential', 0, 0, 700)).toEqual([0, 0, 700])
  })
})

const paise = fc.integer({ min: 0, max: 100_000_000_000 })
const price = paise.map((count) => priceOf(count * MICRO_RUPEES_PER_PAISA))
const mode = fc.constantFrom(...COMMISSION_MODES)
const RESELLERS = ['retailer', 'distributor', 'master_distributor'] as const
/** A valid line: each of the three roles at most once, upwards, with levels without a rate in between. */
const line = fc
  .tuple(
    ...RESELLERS.map((role) =>
      fc.option(
        fc.integer({ min: 0, max: COMMISSION_CAPS[role] ?? 0 }).map((rate) => level(role, rate)),
        { nil: null },
      ),
    ),
  )
  .map((levels) => [level('developer', 0), ...levels.filter((one) => one !== null), level('super_admin', 0)])

describe('legs of a charge', () => {
  it('and what remains to the platform are the price, for any line, rate and mode', () => {
    fc.assert(
      fc.property(mode, line, price, (how, levels, charged) => {
        const legs = legsOf(sharesOf(how, levels), charged)
        const paid = legs.reduce((sum, { amount }) => sum + amount, 0)
        expect(paid).toBeLessThanOrEqual(charged)
        for (const { amount } of legs) expect(amount).toBeGreaterThan(0)
        // Exact: whole paise by whole basis points.
        const basisPoints = paidOut(sharesOf(how, levels))
        expect(BigInt(paid) * BigInt(WHOLE_BASIS_POINTS)).toBe(BigInt(charged) * BigInt(basisPoints))
      }),
    )
  })
  it('come to the highest rate of the line, differential, and to all rates, flat', () => {
    fc.assert(
      fc.property(line, (levels) => {
        const rates = levels.map(({ basisPoints }) => basisPoints)
        expect(paidOut(sharesOf('differential', levels))).toBe(Math.max(...rates))
        expect(paidOut(sharesOf('flat', levels))).toBe(rates.reduce((sum, rate) => sum + rate, 0))
      }),
    )
  })
  it('never exceed a price that a plugin computed to fractions of a paisa', () => {
    const computed = fc.integer({ min: 1, max: 10_000_000_000 }).map(priceOf)
    fc.assert(
      fc.property(mode, line, computed, (how, levels, charged) => {
        const paid = legsOf(sharesOf(how, levels), charged).reduce((sum, { amount }) => sum + amount, 0)
        expect(paid).toBeLessThanOrEqual(charged)
      }),
    )
    expect(shareOf(priceOf(10_001), 5_000)).toBe(5_000)
  })
  it('are none of a call that is free', () => {
    expect(legsOf(sharesOf('flat', [level('retailer', 800)]), priceOf(0))).toEqual([])
  })
})

describe('the tree', () => {
  const tree = (how: (typeof COMMISSION_MODES)[number]) =>
    new CommissionTree(
      [
        { ...level('super_admin', 0), accountId: 'root' },
        { ...level('master_distributor', 1_800, 'root'), accountId: 'top' },
        { ...level('distributor', 1_200, 'top'), accountId: 'middle' },
        { ...level('retailer', 800, 'middle'), accountId: 'shop' },
        { ...level('distributor', 100), accountId: 'other' },
        { ...level('customer', 0, 'shop'), accountId: 'payer' },
      ],
      how,
    )
  it('finds the line that is paid most, of everybody and of a role', () => {
    expect(tree('differential').mostPaid(null)).toBe(1_800)
    expect(tree('flat').mostPaid(null)).toBe(3_800)
    expect(tree('flat').mostPaid('customer')).toBe(3_800)
    expect(tree('flat').mostPaid('retailer')).toBe(3_000)
    expect(tree('flat').mostPaid('distributor')).toBe(1_800)
    expect(tree('flat').mostPaid('master_distributor')).toBe(0)
  })
  it('finds what is paid above one account, and through one', () => {
    expect(tree('flat').paidAbove('payer')).toBe(3_800)
    expect(tree('flat').paidAbove('shop')).toBe(3_000)
    expect(tree('flat').paidAbove('nobody')).toBe(0)
    expect(tree('flat').mostPaid(null, 'other')).toBe(100)
    expect(tree('flat').with('other', 900).mostPaid(null, 'other')).toBe(900)
  })
})
