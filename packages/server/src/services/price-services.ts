import {
  Accounts,
  AttemptLog,
  type CatalogueItem,
  Clock,
  Commissions,
  type Contribution,
  type CostBook,
  Costs,
  Counters,
  HostCatalogue,
  Logger,
  type Price,
  PriceRules,
  Prices,
  Pricing,
  plus,
  Quotes,
  type Service,
  Store,
  service,
  token,
  zero,
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
  type SoldNow,
  Volumes,
  withFloors,
} from '@parakh/resale'
import type { CheckedConfig } from '../config/checked-config.ts'
import { costlyOperations, operationCosts } from '../config/costs-section.ts'

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

const NEEDS = { store: Store, catalogue: HostCatalogue, clock: Clock } as const

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
    service(Prices, NEEDS, ({ store: { prices, commission, costs }, catalogue, clock }) =>
      createPrices({ prices, commission, mode, sold: soldBy({ catalogue, costs, clock }), clock }),
    ),
    service(Commissions, NEEDS, ({ store: { prices, commission, costs }, catalogue, clock }) =>
      createCommissions({ prices, commission, mode, sold: soldBy({ catalogue, costs, clock }), clock }),
    ),
    service(Accounts, NEEDS, ({ store: { accounts, prices, commission, costs }, catalogue, clock }) =>
      withFloors(accounts, { prices, commission, mode, sold: soldBy({ catalogue, costs, clock }), clock }),
    ),
    service(
      Quotes,
      { ...NEEDS, sources: PriceSources, pricing: Pricing, accounts: Accounts, counters: Counters },
      ({ sources, catalogue, store: { commission, costs }, ...parts }) =>
        createQuotes({
          ...sources,
          ...parts,
          commission,
          mode,
          sold: soldBy({ catalogue, costs, clock: parts.clock }),
        }),
    ),
  ]
}

/** What a host sells, with the current cost of its operations. */
function soldEndpoints(config: CheckedConfig): (parts: SoldParts) => SoldNow {
  const configured = operationCosts(config)
  return ({ catalogue, costs: book, clock }) =>
    async () => {
      const costs = new CostTable(await book.costs(), configured)
      const at = clock.now().getTime()
      const costOf = ({ plugin, operations }: CatalogueItem): Price =>
        operations.reduce((sum, operation) => plus(sum, costs.cost({ plugin, operation }, at) ?? zero), zero)
      return new Map([...catalogue.sold].map(([text, item]) => [text, { ...item, cost: costOf(item) }]))
    }
}

interface SoldParts {
  readonly catalogue: HostCatalogue
  readonly costs: Pick<CostBook, 'costs'>
  readonly clock: Pick<Clock, 'now'>
}
