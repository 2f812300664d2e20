/** The figure below which a share of them lie. @param ascending Sorted. @param share 0 to 1. */
export const at = (ascending: ArrayLike<number>, share: number): number =>
  ascending[Math.min(Math.floor(ascending.length * share), ascending.length - 1)] ?? Number.NaN

/** The middle of some figures. */
export const median = (figures: readonly number[]): number => at(Float64Array.from(figures).sort(), 0.5)
