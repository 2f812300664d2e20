/**
 * Selling through resellers: price lists, commission, provider costs, brands.
 *
 * @packageDocumentation
 */

export { createBrands } from './brands/create-brands.ts'
export { commissionRule } from './commission/commission-rule.ts'
export { type CommissionsOptions, createCommissions } from './commission/create-commissions.ts'
export { maintainCommission, settleDaily } from './commission/settle-commission.ts'
export { withFloors } from './commission/with-floors.ts'
export { type ConfiguredCost, CostTable } from './costs/cost-table.ts'
export { type AttemptLogOptions, createAttemptLog } from './costs/create-attempt-log.ts'
export { type CostsParts, createCosts } from './costs/create-costs.ts'
export { purgeCosts } from './costs/purge-costs.ts'
export { resaleErrors } from './error-codes.ts'
export { createPrices, type PricesOptions } from './prices/create-prices.ts'
export { createQuotes, type QuotesOptions } from './prices/create-quotes.ts'
export { createPriceCache } from './prices/price-cache.ts'
export { type PriceListOptions, priceListRule } from './prices/price-list-rule.ts'
export { COMMISSION_CAPS } from './prices/shares.ts'
export type { SoldEndpoint, SoldEndpoints, SoldNow } from './prices/sold-endpoint.ts'
export { Volumes } from './prices/volumes.ts'
