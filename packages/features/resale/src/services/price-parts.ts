import { Clock, Counters, HostCatalogue, Ids, Logger, type Service, service, token } from '@parakh/core'
import { capsOf } from '../costs/configured-costs.ts'
import { SourceDays } from '../costs/source-days.ts'
import { createPriceCache } from '../prices/price-cache.ts'
import type { PriceListOptions } from '../prices/price-list-rule.ts'
import type { SoldNow } from '../prices/sold-endpoint.ts'
import { soldNow } from '../prices/sold-now.ts'
import { Volumes } from '../prices/volumes.ts'
import { ResaleSettings } from '../settings.ts'
import type { CommissionRates } from '../tables/commission-rates.ts'
import type { CostBook } from '../tables/cost-book.ts'
import { createCommissionRates } from '../tables/create-commission-rates.ts'
import { createCostBook } from '../tables/create-cost-book.ts'
import { createPriceLists } from '../tables/create-price-lists.ts'
import type { PriceLists } from '../tables/price-lists.ts'
import { resaleTables } from '../tables/resale-tables.ts'

/** The stored price lists. */
export const PriceListRows = token<PriceLists>('resale.price-list-rows')
/** The stored rates. */
export const RateRows = token<CommissionRates>('resale.rate-rows')
/** The stored costs. */
export const CostRows = token<CostBook>('resale.cost-rows')
/** What capped sources were asked today. */
export const CappedDays = token<SourceDays>('resale.source-days')
/** What the host sells, with its current cost. */
export const Sold = token<SoldNow>('resale.sold')
/** The sources of prices, shared by calls and quotes. */
export const PriceSources = token<PriceListOptions>('resale.price-sources')

/** What several services of prices are made from. */
export const priceParts: readonly Service[] = [
  service(PriceListRows, { tables: resaleTables, ids: Ids }, createPriceLists),
  service(RateRows, { tables: resaleTables }, ({ tables }) => createCommissionRates(tables)),
  service(CostRows, { tables: resaleTables, ids: Ids }, createCostBook),
  service(
    CappedDays,
    { book: CostRows, catalogue: HostCatalogue, clock: Clock, logger: Logger },
    ({ catalogue, ...parts }) => new SourceDays({ ...parts, caps: capsOf(catalogue) }),
  ),
  service(
    Sold,
    {
      ...{ catalogue: HostCatalogue, Ids, settings: ResaleSettings },
      ...{ book: CostRows, clock: Clock },
    },
    soldNow,
  ),
  service(
    PriceSources,
    {
      ...{ prices: PriceListRows, rates: RateRows },
      ...{ settings: ResaleSettings, counters: Counters, clock: Clock },
    },
    ({ settings, counters, clock, ...rows }) => ({
      cache: createPriceCache({ ...rows, mode: settings.commission.mode, clock }),
      volumes: new Volumes(counters, clock),
    }),
  ),
]
