import { MICRO_RUPEES_PER_PAISA, type Price, plus, priceOf, zero } from '@parakh/core'
import { shareOf, WHOLE_BASIS_POINTS } from './shares.ts'

/** The deductions from a price. */
export interface PaidOfPrice {
  /** Commission of the line, in basis points. */
  readonly lineBasisPoints: number
  /** Provider cost of one call. */
  readonly cost: Price
}

/** Whether a price covers commission and providers. */
export const pays = (price: Price, { lineBasisPoints, cost }: PaidOfPrice): boolean =>
  plus(shareOf(price, lineBasisPoints), cost) <= price

/** The price floor in whole paise; null: the line's commission is 100 percent. */
export function floorOf({ lineBasisPoints, cost }: PaidOfPrice): Price | null {
  if (cost === 0) return zero
  // What remains of a paisa after commission, in micro-rupees.
  const left = WHOLE_BASIS_POINTS - lineBasisPoints
  return left <= 0 ? null : priceOf(Math.ceil(cost / left) * MICRO_RUPEES_PER_PAISA)
}
