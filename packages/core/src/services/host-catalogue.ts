import type { Price } from '../money.ts'
import type { SoldItem } from '../tiers.ts'
import { token } from '../token.ts'

/** What a host sells: an endpoint, or a tier of one. */
export interface CatalogueItem extends SoldItem {
  /** The id of the plugin. */
  readonly plugin: string
  /** The plugin's own price, of one unit; null: it computes the price of each request. */
  readonly listed: Price | null
  /** `default`: the plugin marks it as one that the deployer should confirm. */
  readonly listedSource: 'plugin' | 'default'
  /** The price of the configuration (`pricing.overrides`); null: none. */
  readonly configured: Price | null
  /** False: its calls are neither stored nor held, so they are always free. */
  readonly chargeable: boolean
  /** The names of the provider operations that its calls may use. */
  readonly operations: readonly string[]
}
/** A live provider of the configuration. */
export interface CatalogueSource {
  /** `pan/acme`; without a name `pan/http#0`. */
  readonly id: string
  /** The name of its entry; null: it has none. */
  readonly name: string | null
  /** Those that it serves; null: a provider in code, which says so once it is made. */
  readonly operations: readonly string[] | null
  /** What its entry says that operations cost, by operation, `NAME.status` too. */
  readonly costs: Readonly<Record<string, Price>>
  /** Requests in a day in India; null: as many as come. */
  readonly dailyCap: number | null
}
/** A plugin whose calls ask a provider. */
export interface CataloguePlugin {
  readonly id: string
  /** Under `plugins` in the configuration: `@parakh/pan`; the id where it was given as a value. */
  readonly name: string
  readonly operations: readonly { readonly name: string; readonly effect: 'read' | 'write' }[]
  /** Those of its option `live`, in its order. */
  readonly sources: readonly CatalogueSource[]
}
/** What a host was composed of, for features that price, account for or announce it. */
export interface HostCatalogue {
  /** By the text of the item (`soldItemText`), in the order of the configuration. */
  readonly sold: ReadonlyMap<string, CatalogueItem>
  readonly plugins: readonly CataloguePlugin[]
  /** The types of all events that the host and its plugins may emit, sorted. */
  readonly eventTypes: readonly string[]
}
/** The catalogue of a server. */
export const HostCatalogue = token<HostCatalogue>('core.host-catalogue')
