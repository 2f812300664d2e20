import { createHash } from 'node:crypto'
import {
  type ConfiguredPrices,
  CostTable,
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
  type SoldNow,
  Volumes,
  withFloors,
} from '@parakh/business'
import {
  Accounts,
  AttemptLog,
  Clock,
  Commissions,
  type CostBook,
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
import { costlyOperations, costOf, operationCosts } from '../config/costs-section.ts'

/** The sources of prices, shared by calls and quotes. */
const PriceSources = token<PricingOptions>('server.price-sources')
/** Pricing by lists, configuration and plugins, without plans. */
export const ListPricing = token<Pricing>('server.list-pricing')

/** Provider costs: those of the configuration unless one is set. */
function costServices(config: CheckedConfig): readonly Service[] {
  const configured = operationCosts(config)
  const operations = new Map(config.plugins.map((plugin) => [plugin.id, costlyOperations(plugin)]))
  return [
    service(Costs, { store: Store, clock: Clock }, ({ store, clock }) =>
      createCosts({ book: store.costs, clock, configured, operations }),
    ),
    service(AttemptLog, { store: Store, logger: Logger }, ({ store, logger }) =>
      createAttemptLog({ book: store.costs, logger, configured }),
    ),
  ]
}

/** The services for prices, commission, quotes and costs of a host. */
export function priceServices(config: CheckedConfig): readonly Service[] {
  const soldBy = soldEndpoints(config)
  const { mode } = config.commission
  return [
    ...costServices(config),
    service(PriceSources, { store: Store, counters: Counters, clock: Clock }, ({ store, counters, clock }) => ({
      cache: createPriceCache({ prices: store.prices, commission: store.commission, mode, clock }),
      volumes: new Volumes(counters, clock),
      configured: configuredPrices(config.pricing.overrides),
    })),
    service(ListPricing, { sources: PriceSources }, ({ sources }) => createPricing(sources)),
    service(Prices, { store: Store, clock: Clock }, ({ store: { prices, commission, costs }, clock }) =>
      createPrices({ prices, commission, mode, sold: soldBy(costs, clock), clock }),
    ),
    service(Commissions, { store: Store, clock: Clock }, ({ store: { prices, commission, costs }, clock }) =>
      createCommissions({ prices, commission, mode, sold: soldBy(costs, clock), clock }),
    ),
    service(Accounts, { store: Store, clock: Clock }, ({ store: { accounts, prices, commission, costs }, clock }) =>
      withFloors(accounts, { prices, commission, mode, sold: soldBy(costs, clock), clock }),
    ),
    service(
      Quotes,
      { sources: PriceSources, pricing: Pricing, store: Store, accounts: Accounts, counters: Counters, clock: Clock },
      ({ sources, store: { commission, costs }, ...parts }) =>
        createQuotes({ ...sources, ...parts, commission, mode, sold: soldBy(costs, parts.clock) }),
    ),
  ]
}

/** Prices of the configuration; their version changes with any of them. */
function configuredPrices(overrides: CheckedConfig['pricing']['overrides']): ConfiguredPrices {
  const sorted = Object.entries(overrides).sort(([a], [b]) => a.localeCompare(b))
  const digest = createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 12)
  return { prices: new Map(sorted), version: `configuration-${digest}` }
}

/** The endpoints of a host, with the current cost of their operations. */
function soldEndpoints(config: CheckedConfig): (book: Pick<CostBook, 'costs'>, clock: Pick<Clock, 'now'>) => SoldNow {
  const { overrides } = config.pricing
  const configured = operationCosts(config)
  const endpoints = config.plugins.flatMap((plugin) =>
    plugin.definition.endpoints.map((endpoint) => ({ plugin, endpoint })),
  )
  const soldAt = (costs: CostTable, at: number): SoldEndpoints =>
    new Map(
      endpoints.map(({ plugin, endpoint }): [string, SoldEndpoint] => {
        const { id, price, priceSource, replay } = endpoint
        const sold: SoldEndpoint = {
          id,
          listed: typeof price === 'number' ? price : null,
          listedSource: priceSource ?? 'plugin',
          configured: overrides[id] ?? null,
          chargeable: replay !== false,
          cost: costOf(endpoint, (operation) => costs.cost({ plugin: plugin.id, operation }, at)),
        }
        return [id, sold]
      }),
    )
  return (book, clock) => async () => soldAt(new CostTable(await book.costs(), configured), clock.now().getTime())
}
