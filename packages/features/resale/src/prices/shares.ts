import { type CommissionLeg, MICRO_RUPEES_PER_PAISA, type Price, priceOf, type Role } from '@parakh/core'
import type { CommissionMode } from '../settings.ts'
import type { CommissionLevel } from '../tables/commission-rates.ts'

/** 100 percent in basis points. */
export const WHOLE_BASIS_POINTS = 10_000

/** The highest rate of each role, in basis points (spec: Reseller hierarchy; decisions.md section 10). Other roles have none. */
export const COMMISSION_CAPS: Readonly<Partial<Record<Role, number>>> = {
  master_distributor: 1_800,
  distributor: 1_200,
  retailer: 800,
}

/** The commission share of a level of a line. */
export interface CommissionShare extends CommissionLevel {
  /** Its share of the charge, in basis points. */
  readonly shareBasisPoints: number
}

/**
 * The share of each level. `differential`: its rate less the shares below it, at least zero, so that a line's sum is its highest rate.
 * `flat`: its rate.
 *
 * @param levels Upwards, without the account that is charged.
 */
export function sharesOf(mode: CommissionMode, levels: readonly CommissionLevel[]): readonly CommissionShare[] {
  let beneath = 0
  return levels.map((level) => {
    const { basisPoints } = level
    const shareBasisPoints = mode === 'flat' ? basisPoints : Math.max(0, basisPoints - beneath)
    beneath = Math.max(beneath, basisPoints)
    return { ...level, shareBasisPoints }
  })
}

/** The sum of a line's shares, in basis points. */
export const paidOut = (shares: readonly Pick<CommissionShare, 'shareBasisPoints'>[]): number =>
  shares.reduce((sum, { shareBasisPoints }) => sum + shareBasisPoints, 0)

/**
 * A share of a price. Exact for whole paise, since a basis point of a paisa is a micro-rupee; for finer prices the remainder stays with
 * the platform.
 */
export function shareOf(price: Price, basisPoints: number): Price {
  const rest = price % MICRO_RUPEES_PER_PAISA
  const paise = (price - rest) / MICRO_RUPEES_PER_PAISA
  return priceOf(paise * basisPoints + Math.floor((rest * basisPoints) / WHOLE_BASIS_POINTS))
}

/** The legs of a charge. A level without commission has none. */
export function legsOf(shares: readonly CommissionShare[], price: Price): readonly CommissionLeg[] {
  if (price === 0) return []
  return shares
    .filter(({ shareBasisPoints }) => shareBasisPoints > 0)
    .map(({ accountId, shareBasisPoints }) => ({ accountId, amount: shareOf(price, shareBasisPoints) }))
}
