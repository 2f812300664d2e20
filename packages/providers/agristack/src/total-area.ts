/** Registers measure to the square metre: a ten-thousandth of a hectare. */
const SQUARE_METRES = 10_000

/**
 * The sum of areas in hectares, added up in whole square metres so that 0.1 and 0.2 are 0.3; null where one of them is not known, for
 * the sum of the others is no total.
 */
export function totalArea(parcels: readonly { readonly area_hectare: number | null }[]): number | null {
  const areas = parcels.flatMap(({ area_hectare }) => (area_hectare === null ? [] : [area_hectare]))
  if (areas.length < parcels.length) return null
  return areas.reduce((sum, area) => sum + Math.round(area * SQUARE_METRES), 0) / SQUARE_METRES
}
