import {
  Clock,
  type CommissionBook,
  Counters,
  HostCatalogue,
  Ids,
  type PriceLists,
  type Service,
  Store,
  service,
  token,
} from '@parakh/core'
import { createPriceCache } from '../prices/price-cache.ts'
import type { PriceListOptions } from '../prices/price-list-rule.ts'
import type { SoldNow } from '../prices/sold-endpoint.ts'
import { soldNow } from '../prices/sold-now.ts'
import { Volumes } from '../prices/volumes.ts'
import { ResaleSettings } from '../settings.ts'
import type { CostBook } from '../tables/cost-book.ts'
import { createCostBook } from '../tables/create-cost-book.ts'
import { resaleTables } from '../tables/resale-tables.ts'

/** The stored price lists. */
export const PriceListRows = token<PriceLists>('resale.price-list-rows')
/** The stored rates, and what was earned by them. */
export const CommissionRows = token<CommissionBook>('resale.commission-rows')
/** The stored costs. */
export const CostRows = token<CostBook>('resale.cost-rows')
/** What the host sells, with its current cost. */
export const Sold = token<SoldNow>('resale.sold')
/** The sources of prices, shared by calls and quotes. */
export const PriceSources = token<PriceListOptions>('resale.price-sources')

/** What several services of prices are made from. */
export const priceParts: readonly Service[] = [
  service(PriceListRows, { store: Store }, ({ store }) => store.prices),
  service(CommissionRows, { store: Store }, ({ store }) => store.commission),
  service(CostRows, { tables: resaleTables, ids: Ids }, createCostBook),
  service(
    Sold,
    {
      ...{ catalogue: HostCatalogue, settings: ResaleSettings },
      ...{ book: CostRows, clock: Clock },
    },
    soldNow,
  ),
  service(
    PriceSources,
    {
      ...{ prices: PriceListRows, commission: CommissionRows },
      ...{ settings: ResaleSettings, counters: Counters, clock: Clock },
    },
    ({ settings, counters, clock, ...rows }) => ({
      cache: createPriceCache({ ...rows, mode: settings.commission.mode, clock }),
      volumes: new Volumes(counters, clock),
    }),
  ),
]
