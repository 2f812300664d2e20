/**
 * The business on top of the wallet: price lists, commission, plans, funding, statements, analytics.
 *
 * @packageDocumentation
 */
export { createAnalytics } from './analytics/create-analytics.ts'
export { createCommissions, type CommissionsOptions } from './commission/create-commissions.ts'
export { COMMISSION_CAPS } from './commission/shares.ts'
export { rowsAsCsv } from './csv/rows-as-csv.ts'
export { businessErrors } from './error-codes.ts'
export { createFunding, type FundingOptions } from './funding/create-funding.ts'
export type { FundingRules, UpiPayee } from './funding/funding-rules.ts'
export { type RazorpayOptions, razorpayGateway } from './funding/razorpay-gateway.ts'
export { type UpiRequest, upiUri } from './funding/upi-uri.ts'
export { normalUtr } from './funding/utr.ts'
export { DEFAULT_FAIR_USE, type PlanCatalogue, PUBLISHED_CATALOGUE, PUBLISHED_PLANS } from './plans/catalogue.ts'
export { createPlans, type PlansOptions } from './plans/create-plans.ts'
export { createSubscriptionView, type SubscriptionView } from './plans/subscription-view.ts'
export { withPlanKeys } from './plans/with-plan-keys.ts'
export { type PlanLookup, withPlans } from './plans/with-plans.ts'
export { createInvoices, type InvoicesParts } from './invoices/create-invoices.ts'
export type { InvoicingRules } from './invoices/invoicing-rules.ts'
export { createStatements, type StatementsParts } from './statements/create-statements.ts'
export { createPriceCache } from './prices/price-cache.ts'
export { createPrices, type PricesOptions } from './prices/create-prices.ts'
export { type ConfiguredPrices, createPricing, type PricingOptions } from './prices/create-pricing.ts'
export { createQuotes, type QuotesOptions } from './prices/create-quotes.ts'
export type { SoldEndpoint, SoldEndpoints } from './prices/sold-endpoint.ts'
export { Volumes } from './prices/volumes.ts'
