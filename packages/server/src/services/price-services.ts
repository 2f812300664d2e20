import {
  Accounts,
  AttemptLog,
  Clock,
  Commissions,
  type Contribution,
  type CostBook,
  Costs,
  Counters,
  Logger,
  PriceRules,
  Prices,
  Pricing,
  Quotes,
  type Service,
  Store,
  service,
  soldItemsOf,
  soldItemText,
  token,
} from '@parakh/core'
import {
  CostTable,
  commissionRule,
  createAttemptLog,
  createCommissions,
  createCosts,
  createPriceCache,
  createPrices,
  createQuotes,
  type PriceListOptions,
  priceListRule,
  type SoldEndpoint,
  type SoldEndpoints,
  type SoldNow,
  Volumes,
  withFloors,
} from '@parakh/resale'
import type { CheckedConfig } from '../config/checked-config.ts'
import { costlyOperations, costOf, operationCosts } from '../config/costs-section.ts'

/** The sources of prices, shared by calls and quotes. */
const PriceSources = token<PriceListOptions>('server.price-sources')
/** Price lists, and the commission of the accounts above. Plans follow them (`planServices`). */
export const priceRules: readonly Contribution[] = [
  PriceRules.contribute({
    id: 'lists',
    needs: { sources: PriceSources },
    make: ({ sources }) => priceListRule(sources),
  }),
  PriceRules.contribute({
    id: 'commission',
    needs: { sources: PriceSources },
    make: ({ sources }) => commissionRule(sources),
  }),
]

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
    })),
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

/** The endpoints of a host, with the current cost of their operations. */
function soldEndpoints(config: CheckedConfig): (book: Pick<CostBook, 'costs'>, clock: Pick<Clock, 'now'>) => SoldNow {
  const { overrides } = config.pricing
  const configured = operationCosts(config)
  const endpoints = config.plugins.flatMap((plugin) =>
    plugin.definition.endpoints.map((endpoint) => ({ plugin, endpoint })),
  )
  const soldAt = (costs: CostTable, at: number): SoldEndpoints =>
    new Map(
      endpoints.flatMap(({ plugin, endpoint }) => {
        const { price, tiers, priceSource, replay } = endpoint
        const cost = costOf(endpoint, (operation) => costs.cost({ plugin: plugin.id, operation }, at))
        return soldItemsOf(endpoint).map((item): [string, SoldEndpoint] => {
          const own = item.tier === null ? price : tiers?.[item.tier]
          const sold: SoldEndpoint = {
            ...item,
            listed: typeof own === 'number' ? own : null,
            listedSource: priceSource ?? 'plugin',
            configured: overrides[soldItemText(item)] ?? null,
            chargeable: replay !== false,
            cost,
          }
          return [soldItemText(item), sold]
        })
      }),
    )
  return (book, clock) => async () => soldAt(new CostTable(await book.costs(), configured), clock.now().getTime())
}
