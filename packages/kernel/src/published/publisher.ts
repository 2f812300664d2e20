import { KeyedCache } from '@parakh/core'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { HostedEndpoint } from '../runtime/hosted-endpoint.ts'
import { catalogueOf, type ScenarioEntry } from './catalogue.ts'
import { type PublishedPrice, publishedPrices, stranger } from './published-prices.ts'

/** An endpoint as documents show it: `billable` goes by the price in force. */
export interface PublishedEndpoint extends HostedEndpoint {
  readonly price: PublishedPrice
}
/** What documents are made of, for whoever looks. */
export interface Published {
  readonly endpoints: readonly PublishedEndpoint[]
  /** The sandbox's live catalogue, at these prices. */
  scenarios(): Promise<readonly ScenarioEntry[]>
}

/** Catalogues that are remembered at most: one for each set of prices that somebody looks at. */
const MOST_CATALOGUES = 16

/** Makes what documents are made of (decision 0047). Prices are asked each time; a catalogue is run again where they have changed. */
export class Publisher {
  readonly #catalogues = new KeyedCache<readonly ScenarioEntry[]>(MOST_CATALOGUES)

  constructor(
    private readonly parts: CallParts,
    private readonly runtimes: readonly EndpointRuntime[],
  ) {}

  /** @param above Under which account whoever looks would stand. */
  async published(above: string | null): Promise<Published> {
    const prices = await publishedPrices(this.parts, this.runtimes, above)
    const endpoints = this.runtimes.map(({ hosted }, index) => {
      const price = prices[index] ?? { amount: null, source: 'plugin', tiers: [] }
      const { amount, tiers } = price
      return { ...hosted, price, billable: tiers.length > 0 ? tiers.some((tier) => tier.amount !== 0) : amount !== 0 }
    })
    const scenarios = async () =>
      await this.#catalogues.get(JSON.stringify([above, prices]), () =>
        catalogueOf(this.parts, this.runtimes, stranger(above)),
      )
    return { endpoints, scenarios }
  }
}
