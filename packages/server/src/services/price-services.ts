import { createHash } from 'node:crypto'
import {
  type ConfiguredPrices,
  createAttemptLog,
  createCommissions,
  createCosts,
  createPriceCache,
  createPrices,
  createPricing,
  createQuotes,
  type PricingOptions,
  type SoldEndpoint,
  type SoldEndpoints,
  Volumes,
} from '@parakh/business'
import {
  Accounts,
  AttemptLog,
  Clock,
  Commissions,
  Costs,
  Counters,
  Logger,
  Prices,
  Pricing,
  Quotes,
  type Service,
  Store,
  service,
  token,
} from '@parakh/core'
import type { CheckedConfig } from '../config/checked-config.ts'
import { costOf, operationCosts } from '../config/costs-section.ts'

/** What prices are found in: shared by calls and by whoever explains them. */
const PriceSources = token<PricingOptions>('server.price-sources')
/** Prices of lists, of the configuration and of plugins, before plans. */
export const ListPricing = token<Pricing>('server.list-pricing')

/** What providers cost a host. Without costs in the configuration no attempt is kept. */
function costServices(config: CheckedConfig): readonly Service[] {
  const cost = operationCosts(config)
  const costs = service(Costs, { store: Store }, ({ store }) => createCosts(store.costs))
  if (Object.keys(config.costs).length === 0) return [costs]
  return [
    costs,
    service(AttemptLog, { store: Store, logger: Logger }, ({ store, logger }) =>
      createAttemptLog({ book: store.costs, logger, cost }),
    ),
  ]
}

/** Prices, commission, quotes and costs of a host. */
export function priceServices(config: CheckedConfig): readonly Service[] {
  const sold = soldEndpoints(config)
  const { mode } = config.commission
  return [
    ...costServices(config),
    service(PriceSources, { store: Store, counters: Counters, clock: Clock }, ({ store, counters, clock }) => ({
      cache: createPriceCache({ prices: store.prices, commission: store.commission, mode, clock }),
      volumes: new Volumes(counters, clock),
      configured: configuredPrices(config.pricing.overrides),
    })),
    service(ListPricing, { sources: PriceSources }, ({ sources }) => createPricing(sources)),
    service(Prices, { store: Store, clock: Clock }, ({ store: { prices, commission }, clock }) =>
      createPrices({ prices, commission, mode, sold, clock }),
    ),
    service(Commissions, { store: Store, clock: Clock }, ({ store: { prices, commission }, clock }) =>
      createCommissions({ prices, commission, mode, sold, clock }),
    ),
    service(
      Quotes,
      { sources: PriceSources, pricing: Pricing, store: Store, accounts: Accounts, counters: Counters, clock: Clock },
      ({ sources, store: { commission }, ...parts }) => createQuotes({ ...sources, ...parts, commission, mode, sold }),
    ),
  ]
}

/** Prices of the configuration; their version changes with any of them. */
function configuredPrices(overrides: CheckedConfig['pricing']['overrides']): ConfiguredPrices {
  const sorted = Object.entries(overrides).sort(([a], [b]) => a.localeCompare(b))
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12)
  return { prices: new Map(sorted), version: `configuration-${digest}` }
}

function soldEndpoints(config: CheckedConfig): SoldEndpoints {
  const { overrides } = config.pricing
  const endpoints = config.plugins.flatMap((plugin) =>
    plugin.definition.endpoints.map((endpoint): SoldEndpoint => {
      const { id, price, priceSource, replay } = endpoint
      return {
        id,
        listed: typeof price === 'number' ? price : null,
        listedSource: priceSource ?? 'plugin',
        configured: overrides[id] ?? null,
        chargeable: replay !== false,
        cost: costOf(endpoint, plugin, config),
      }
    }),
  )
  return new Map(endpoints.map((endpoint) => [endpoint.id, endpoint]))
}
