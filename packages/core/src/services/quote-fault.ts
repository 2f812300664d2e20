import { coreErrors } from '../error-codes.ts'
import type { ParakhError } from '../errors.ts'
import { MICRO_RUPEES_PER_PAISA, MICRO_RUPEES_PER_RUPEE, type Money } from '../money.ts'
import type { Quote } from './pricing.ts'

/**
 * What is wrong with a quote: its price is no whole paise or negative, or its commission legs are more than the price. For a call as for
 * whoever explains prices.
 *
 * @returns `PRICE_INVALID`, whose facts name the rule where one made the price; null: nothing.
 */
export function quoteFault(endpoint: string, quote: Quote): ParakhError | null {
  const { price, legs } = quote
  if (!isWhole(price)) return priceFault(endpoint, quote)
  if (legs.length === 0 || areShares(legs, price)) return null
  const found = `${legs.map(({ amount }) => amount / MICRO_RUPEES_PER_RUPEE).join(' + ')} of ${price / MICRO_RUPEES_PER_RUPEE}`
  const allowed = 'shares from zero, together no more than the price'
  return coreErrors.error('PRICE_INVALID', {
    ...{ what: 'The commission', endpoint, found, by: 'the rules of the phase "share"', allowed },
  })
}

const isWhole = (price: Money): boolean =>
  price >= 0 && price % MICRO_RUPEES_PER_PAISA === 0 && Number.isSafeInteger(price)

/** The first adjustment that left no whole paise made the price so; without one the base price is. */
function priceFault(endpoint: string, { price, source, version, adjustments = [] }: Quote): ParakhError {
  const last = adjustments.at(-1)
  const made = last?.price === price ? adjustments.find((one) => !isWhole(one.price)) : undefined
  const by = made
    ? `${made.rule === undefined ? 'the adjustment' : `the rule ${made.rule}`} ("${made.label}")`
    : `the pricing (source ${source}, version ${version})`
  const allowed = 'whole paise from zero; wholePaise(…) of @parakh/core rounds'
  const found = (made?.price ?? price) / MICRO_RUPEES_PER_RUPEE
  const facts = made?.rule === undefined ? {} : { rule: made.rule }
  return coreErrors.error('PRICE_INVALID', { what: 'The price', endpoint, found, by, allowed }, { facts })
}

/** Whether the commission legs do not exceed the price. */
function areShares(legs: Quote['legs'], price: Money): boolean {
  let paid = 0
  for (const { amount } of legs) {
    if (!(Number.isSafeInteger(amount) && amount >= 0)) return false
    paid += amount
  }
  return paid <= price
}
