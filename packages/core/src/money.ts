import * as z from 'zod'
import { coreErrors } from './error-codes.ts'

/**
 * An amount of money: an integer of micro-rupees (1 INR = 1,000,000). Only this file makes one, so an amount is never a
 * float and never of another unit. A safe integer holds nine billion rupees.
 */
export type Money = number & { readonly unit: 'micro-rupee' }
/** Money that is not below zero: a price, and what is paid of it. Only `inr`, `priceOf` and the schema `Price` make one. */
export type Price = Money & { readonly sign: 'not negative' }

/** Micro-rupees in one rupee. */
export const MICRO_RUPEES_PER_RUPEE = 1_000_000
/** Micro-rupees in one paisa. */
export const MICRO_RUPEES_PER_PAISA = 10_000

type Decimal = `${bigint}` | `${bigint}.${number}`

/** No money. */
export const zero = 0 as Price

/**
 * An amount of whole paise, from text. A negative one does not compile.
 *
 * @param text Rupees with at most two decimals, not negative.
 * @throws `INVALID_AMOUNT` for any other text.
 * @example
 * inr('0.50') // 500000 micro-rupees
 */
export function inr<const T extends Decimal>(text: T extends `-${string}` ? never : T): Price {
  return parseAmount(text)
}

/**
 * A computed price.
 *
 * @param value Micro-rupees, zero or more. What is charged must be whole paise.
 * @throws `INVALID_PRICE` when it is negative or not a safe integer.
 * @example
 * priceOf(settings.perPage * request.pages)
 */
export function priceOf(value: number): Price {
  if (!Number.isSafeInteger(value) || value < 0) throw coreErrors.error('INVALID_PRICE', { value: String(value) })
  return value as Price
}

/**
 * A computed price in whole paise, as prices have to be: for discounts, surcharges and rates.
 *
 * @param value Micro-rupees, zero or more. Below one micro-rupee it is rounded to the nearest, so that floating-point error costs no paisa.
 * @param rounding Of what is less than a paisa: `down` for the caller, `up` for the seller.
 * @throws `INVALID_PRICE` when it is negative or not a safe integer.
 * @example
 * wholePaise(price * 0.625, 'down') // 1.00 INR: 0.62 INR
 */
export function wholePaise(value: number, rounding: 'up' | 'down'): Price {
  const paise = Math.round(value) / MICRO_RUPEES_PER_PAISA
  return priceOf((rounding === 'up' ? Math.ceil(paise) : Math.floor(paise)) * MICRO_RUPEES_PER_PAISA)
}

/**
 * An amount of whole paise, from text that is known only at run time (configuration, a command's argument).
 *
 * @param text Rupees with at most two decimals, not negative, below a billion.
 * @throws `INVALID_AMOUNT`
 */
export function parseAmount(text: string): Price {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw coreErrors.error('INVALID_AMOUNT', { text })
  const [, rupeesPart = '0', paisePart = ''] = match
  return priceOf(
    Number(rupeesPart) * MICRO_RUPEES_PER_RUPEE + Number(paisePart.padEnd(2, '0')) * MICRO_RUPEES_PER_PAISA,
  )
}

/**
 * Takes a number that is already in micro-rupees (from a database row, from arithmetic on amounts).
 *
 * @throws `INVALID_AMOUNT` when it is not a safe integer.
 */
export function micro(value: number): Money {
  if (!Number.isSafeInteger(value)) throw coreErrors.error('INVALID_AMOUNT', { text: String(value) })
  return value as Money
}

/** The sum of two amounts; of two prices a price. */
export function plus(a: Price, b: Price): Price
export function plus(a: Money, b: Money): Money
export function plus(a: Money, b: Money): Money {
  return micro(a + b)
}
/** What is left of `a` after `b`; may be negative. */
export const minus = (a: Money, b: Money): Money => micro(a - b)
/** An amount a whole number of times. */
export const times = (a: Money, count: number): Money => micro(a * count)

/** An amount as a number of rupees, floored to whole paise: for JSON numbers (spec: envelopes A and C). */
export const rupees = (amount: Money): number => Math.floor(amount / MICRO_RUPEES_PER_PAISA) / 100
/** An amount as text with two decimals, floored to whole paise: for legacy text and the command line. */
export const decimal = (amount: Money): string => rupees(amount).toFixed(2)

/** An amount as text, exactly: two decimals, up to six where paise are divided. For commission, which is. */
export function exactDecimal(amount: Money): string {
  const whole = Math.trunc(Math.abs(amount) / MICRO_RUPEES_PER_RUPEE)
  const rest = `${Math.abs(amount) % MICRO_RUPEES_PER_RUPEE}`.padStart(6, '0')
  return `${amount < 0 ? '-' : ''}${whole}.${rest.slice(0, 2)}${rest.slice(2).replace(/0+$/, '')}`
}

/**
 * Schema of an amount in configuration: `5.50` or `"5.50"`, not negative, whole paise.
 */
export const Price = z.union([z.string(), z.number()]).transform((value, context): Price => {
  const text = String(value)
  if (/^\d{1,9}(\.\d{1,2})?$/.test(text)) return parseAmount(text)
  context.addIssue({ code: 'custom', message: 'must be rupees with at most two decimals, not negative, such as 5.50' })
  return z.NEVER
})

/** Schema of an amount in whole paise, as payment gateways send it: `50000` is 500 rupees. Not negative. */
export const Paise = z
  .int()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER / MICRO_RUPEES_PER_PAISA)
  .transform((paise): Money => micro(paise * MICRO_RUPEES_PER_PAISA))
