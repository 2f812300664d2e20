import {
  Accounts,
  Brands,
  ChargedUsage,
  Clock,
  CONTRACT,
  CommissionLedger,
  Counters,
  decorate,
  definePlugin,
  Entitlements,
  HostCatalogue,
  OwnHosts,
  optional,
  PriceRules,
  Pricing,
  SourceCaps,
  SourceCosts,
  service,
} from '@parakh/core'
import { createBrands } from './brands/create-brands.ts'
import { systemTxtRecords } from './brands/system-txt-records.ts'
import { commissionRule } from './commission/commission-rule.ts'
import { createCommissions } from './commission/create-commissions.ts'
import { createSimulations } from './commission/create-simulations.ts'
import { withFloors } from './commission/with-floors.ts'
import { AccountBrands } from './contract/account-brands.ts'
import { Commissions } from './contract/commissions.ts'
import { Costs } from './contract/costs.ts'
import { Prices } from './contract/prices.ts'
import { Quotes } from './contract/quotes.ts'
import { Simulations } from './contract/simulations.ts'
import { TxtRecords } from './contract/txt-records.ts'
import { configuredCost, costFaults, costlyPlugins } from './costs/configured-costs.ts'
import { createCosts } from './costs/create-costs.ts'
import { createSourceCosts } from './costs/create-source-costs.ts'
import { resaleErrors } from './error-codes.ts'
import { bookWaitingAttempts } from './jobs/book-waiting-attempts.ts'
import { purgeCosts } from './jobs/purge-costs.ts'
import { maintainCommission, settleDaily } from './jobs/settle-commission.ts'
import { costAlerts } from './operations/cost-alerts.ts'
import { resaleOperations } from './operations/index.ts'
import { createPrices } from './prices/create-prices.ts'
import { createQuotes } from './prices/create-quotes.ts'
import { priceListRule } from './prices/price-list-rule.ts'
import { attemptServices, costMetrics } from './services/attempt-book.ts'
import {
  CappedDays,
  CostRows,
  PriceListRows,
  PriceSources,
  priceParts,
  RateRows,
  Sold,
} from './services/price-parts.ts'
import { ResaleSettings } from './settings.ts'
import { attemptStatements } from './tables/attempt-statements.ts'
import { brandStatements } from './tables/brand-statements.ts'
import { costStatements } from './tables/cost-statements.ts'
import { createBrandRows } from './tables/create-brand-rows.ts'
import { priceStatements } from './tables/price-statements.ts'
import { rateStatements } from './tables/rate-statements.ts'
import { resaleTables } from './tables/resale-tables.ts'
import { waitingAttemptStatements } from './tables/waiting-attempt-statements.ts'

/** What rules of prices and rates are checked with. */
const checking = {
  ...{ prices: PriceListRows, rates: RateRows, sold: Sold },
  ...{ settings: ResaleSettings, clock: Clock },
} as const

/** Selling through resellers: price lists, commission, provider costs, brands. */
export const resale = definePlugin({
  ...{ id: 'resale', contract: CONTRACT, settings: ResaleSettings, check: costFaults },
  tables: resaleTables,
  statements: [
    attemptStatements,
    waitingAttemptStatements,
    brandStatements,
    costStatements,
    priceStatements,
    rateStatements,
  ],
  services: [
    ...priceParts,
    service(
      Costs,
      { book: CostRows, catalogue: HostCatalogue, settings: ResaleSettings, clock: Clock },
      ({ catalogue, settings, ...parts }) =>
        createCosts({
          ...{ ...parts, configured: configuredCost(settings.costs, catalogue) },
          operations: costlyPlugins(catalogue),
        }),
    ),
    ...attemptServices,
    service(SourceCaps, { days: CappedDays }, ({ days }) => days),
    service(
      SourceCosts,
      { book: CostRows, catalogue: HostCatalogue, settings: ResaleSettings, clock: Clock },
      ({ catalogue, settings, ...parts }) =>
        createSourceCosts({ ...parts, configured: configuredCost(settings.costs, catalogue) }),
    ),
    service(Prices, checking, ({ settings, ...parts }) => createPrices({ ...parts, mode: settings.commission.mode })),
    service(Commissions, { ...checking, ledger: CommissionLedger }, ({ settings, ...parts }) =>
      createCommissions({ ...parts, mode: settings.commission.mode }),
    ),
    service(
      Quotes,
      {
        ...{ sources: PriceSources, pricing: Pricing, rates: RateRows, settings: ResaleSettings },
        ...{ accounts: Accounts, counters: Counters, sold: Sold, clock: Clock },
      },
      ({ sources, settings, ...parts }) => createQuotes({ ...sources, ...parts, mode: settings.commission.mode }),
    ),
    service(Simulations, { ...checking, usage: optional(ChargedUsage), lists: Prices }, ({ settings, ...parts }) =>
      createSimulations({ ...parts, mode: settings.commission.mode }),
    ),
    service(AccountBrands, { tables: resaleTables, entitlements: Entitlements, ownHosts: OwnHosts }, (parts) =>
      createBrands({ ...parts, rows: createBrandRows(parts) }),
    ),
    service(TxtRecords, {}, () => systemTxtRecords()),
    service(Brands, { brands: AccountBrands }, ({ brands }) => brands),
  ],
  decorates: [
    decorate(Accounts, {
      ...{ id: 'floors', needs: checking },
      wrap: (inner, { settings, ...parts }) => withFloors(inner, { ...parts, mode: settings.commission.mode }),
    }),
  ],
  contributes: [
    ...costAlerts,
    costMetrics,
    PriceRules.contribute({
      ...{ id: 'lists', needs: { sources: PriceSources } },
      make: ({ sources }) => priceListRule(sources),
    }),
    PriceRules.contribute({
      ...{ id: 'commission', needs: { sources: PriceSources } },
      make: ({ sources }) => commissionRule(sources),
    }),
  ],
  ...{ operations: resaleOperations, errors: [resaleErrors] },
  work: [purgeCosts, bookWaitingAttempts, maintainCommission],
  jobs: [settleDaily],
})
