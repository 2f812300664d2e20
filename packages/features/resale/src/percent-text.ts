/** 1 percent in basis points. */
export const BASIS_POINTS_PER_PERCENT = 100
/** A rate as text, such as `8.00`. */
export const percentText = (basisPoints: number): string => (basisPoints / BASIS_POINTS_PER_PERCENT).toFixed(2)
