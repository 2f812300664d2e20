import type { Operation } from '@parakh/core'
import { clearBrand } from './clear-brand.ts'
import { convertCommission } from './convert-commission.ts'
import { explainQuote } from './explain-quote.ts'
import { getBrand } from './get-brand.ts'
import { getCommission } from './get-commission.ts'
import { getCommissionStatement } from './get-commission-statement.ts'
import { getHostProof } from './get-host-proof.ts'
import { getMargins } from './get-margins.ts'
import { getRate } from './get-rate.ts'
import { listCosts } from './list-costs.ts'
import { listPricedItems } from './list-priced-items.ts'
import { listPrices } from './list-prices.ts'
import { reconcileCosts } from './reconcile-costs.ts'
import { setBrand } from './set-brand.ts'
import { setCost } from './set-cost.ts'
import { setPrice } from './set-price.ts'
import { setRate } from './set-rate.ts'
import { simulateQuotes } from './simulate-quotes.ts'
import { unsetPrice } from './unset-price.ts'

/** What operators and accounts do with prices, commission, costs and brands. */
export const resaleOperations: readonly Operation[] = [
  ...[getBrand, setBrand, clearBrand, getHostProof],
  ...[listPrices, listPricedItems, setPrice, unsetPrice, explainQuote, simulateQuotes],
  ...[getRate, setRate, getCommission, convertCommission, getCommissionStatement],
  ...[setCost, listCosts, getMargins, reconcileCosts],
]
