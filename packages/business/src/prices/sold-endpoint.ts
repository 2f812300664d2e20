import type { Money } from '@parakh/core'

/** What pricing knows of an endpoint. */
export interface SoldEndpoint {
  readonly id: string
  /** The plugin's own price; null where it computes the price of each request. */
  readonly listed: Money | null
  /** `default` where the plugin marks it as ours to be confirmed. */
  readonly listedSource: 'plugin' | 'default'
  /** The price of the configuration; null where it has none. */
  readonly configured: Money | null
  /** False: its calls are neither stored nor held, so they cannot cost anything. */
  readonly chargeable: boolean
  /** What the operations that it uses cost us, together; zero where nobody says. */
  readonly cost: Money
}
/** The endpoints of a host, by id. */
export type SoldEndpoints = ReadonlyMap<string, SoldEndpoint>
/** The same, with what they cost us at this moment. */
export type SoldNow = () => Promise<SoldEndpoints>
