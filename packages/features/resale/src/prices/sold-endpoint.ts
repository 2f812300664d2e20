import type { Price, SoldItem } from '@parakh/core'

/** An endpoint, or a tier of one, as pricing sees it. */
export interface SoldEndpoint extends SoldItem {
  /** The plugin's own price, of one unit; null where it computes the price of each request. */
  readonly listed: Price | null
  /** `default`: the plugin marks it as a default that the deployer should confirm. */
  readonly listedSource: 'plugin' | 'default'
  /** The price of the configuration; null: none. */
  readonly configured: Price | null
  /** False: its calls are neither stored nor held, so they are always free. */
  readonly chargeable: boolean
  /** The total cost of its operations; zero if unknown. */
  readonly cost: Price
}
/** What a host sells, by its text (core's `soldItemText`). */
export type SoldEndpoints = ReadonlyMap<string, SoldEndpoint>
/** The endpoints with their current cost. */
export type SoldNow = () => Promise<SoldEndpoints>
