import { MICRO_RUPEES_PER_PAISA, type Money, micro, plus } from '@parakh/core'
import { shareOf, WHOLE_BASIS_POINTS } from './shares.ts'

/** What has to be paid out of a price. */
export interface PaidOfPrice {
  /** To the line, in basis points. */
  readonly lineBasisPoints: number
  /** To the providers of one call. */
  readonly cost: Money
}

/** Whether a price pays the line and the providers. */
export const pays = (price: Money, { lineBasisPoints, cost }: PaidOfPrice): boolean =>
  plus(shareOf(price, lineBasisPoints), cost) <= price

/**
 * The lowest price of whole paise that pays the line and the providers; null where the line takes the whole of any price.
 */
export function floorOf({ lineBasisPoints, cost }: PaidOfPrice): Money | null {
  if (cost === 0) return micro(0)
  // A paisa leaves so many micro-rupees.
  const left = WHOLE_BASIS_POINTS - lineBasisPoints
  return left <= 0 ? null : micro(Math.ceil(cost / left) * MICRO_RUPEES_PER_PAISA)
}
