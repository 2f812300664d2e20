import {
  type CommissionLeg,
  type CommissionLevel,
  type CommissionMode,
  MICRO_RUPEES_PER_PAISA,
  type Money,
  micro,
  type Role,
} from '@parakh/core'

/** One hundredth of a percent, ten thousand times: the whole of a price. */
export const WHOLE_BASIS_POINTS = 10_000

/** The most that a role may have, in basis points (spec: Reseller hierarchy; decisions.md section 10). Others have none. */
export const COMMISSION_CAPS: Readonly<Partial<Record<Role, number>>> = {
  master_distributor: 1_800,
  distributor: 1_200,
  retailer: 800,
}

/** What a level of a line is paid of each charge. */
export interface CommissionShare extends CommissionLevel {
  /** Of the charge, in basis points. */
  readonly shareBasisPoints: number
}

/**
 * What each level is paid of a charge below it. `differential`: its rate less what the line below it is paid already, and nothing
 * where that is more, so that a line is paid its highest rate. `flat`: its rate.
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

/** What all levels of a line are paid together, in basis points. */
export const paidOut = (shares: readonly Pick<CommissionShare, 'shareBasisPoints'>[]): number =>
  shares.reduce((sum, { shareBasisPoints }) => sum + shareBasisPoints, 0)

/**
 * A share of a price: exact for whole paise, since a paisa by a basis point is a micro-rupee. Of a price that a plugin computed to
 * fractions of a paisa, what cannot be divided stays with the platform.
 */
export function shareOf(price: Money, basisPoints: number): Money {
  const rest = price % MICRO_RUPEES_PER_PAISA
  const paise = (price - rest) / MICRO_RUPEES_PER_PAISA
  return micro(paise * basisPoints + Math.floor((rest * basisPoints) / WHOLE_BASIS_POINTS))
}

/** The legs of a charge. A level that is paid nothing has none. */
export function legsOf(shares: readonly CommissionShare[], price: Money): readonly CommissionLeg[] {
  if (price === 0) return []
  return shares
    .filter(({ shareBasisPoints }) => shareBasisPoints > 0)
    .map(({ accountId, shareBasisPoints }) => ({ accountId, amount: shareOf(price, shareBasisPoints) }))
}
