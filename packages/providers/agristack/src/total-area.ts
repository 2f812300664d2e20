/** Registers measure to the square metre: a ten-thousandth of a hectare. */
const SQUARE_METRES = 10_000

/** The sum of areas in hectares, added up in whole square metres so that 0.1 and 0.2 are 0.3. */
export function totalArea(parcels: readonly { readonly area_hectare: number }[]): number {
  const squareMetres = parcels.map(({ area_hectare }) => Math.round(area_hectare * SQUARE_METRES))
  return squareMetres.reduce((sum, area) => sum + area, 0) / SQUARE_METRES
}
