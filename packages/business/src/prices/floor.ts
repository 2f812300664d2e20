import { MICRO_RUPEES_PER_PAISA, type Money, micro, plus } from '@parakh/core'
import { shareOf, WHOLE_BASIS_POINTS } from './shares.ts'

/** The deductions from a price. */
export interface PaidOfPrice {
  /** Commission of the line, in basis points. */
  readonly lineBasisPoints: number
  /** Provider cost of one call. */
  readonly cost: Money
}

/** Whether a price covers commission and providers. */
export const pays = (price: Money, { lineBasisPoints, cost }: PaidOfPrice): boolean =>
  plus(shareOf(price, lineBasisPoints), cost) <= price

/** The price floor in whole paise; null: the line's commission is 100 percent. */
export function floorOf({ lineBasisPoints, cost }: PaidOfPrice): Money | null {
  if (cost === 0) return micro(0)
  // What remains of a paisa after commission, in micro-rupees.
  const left = WHOLE_BASIS_POINTS - lineBasisPoints
  return left <= 0 ? null : micro(Math.ceil(cost / left) * MICRO_RUPEES_PER_PAISA)
}
