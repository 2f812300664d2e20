import type { CatalogueItem, Price } from '@parakh/core'

/** An endpoint, or a tier of one, as pricing sees it. */
export interface SoldEndpoint extends Omit<CatalogueItem, 'plugin' | 'operations'> {
  /** The total cost of its operations; zero if unknown. */
  readonly cost: Price
}
/** What a host sells, by its text (core's `soldItemText`). */
export type SoldEndpoints = ReadonlyMap<string, SoldEndpoint>
/** The endpoints with their current cost. */
export type SoldNow = () => Promise<SoldEndpoints>
