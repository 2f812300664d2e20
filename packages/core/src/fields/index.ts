/**
 * Fields of operations: times, environments and amounts as they are asked for and answered.
 *
 * @packageDocumentation
 */

import * as z from 'zod'
import { decimal, type Money, minus, Price, parseAmount, zero } from '../money.ts'
import { ENVIRONMENTS } from '../outcome.ts'

export { flag, wholeNumber } from './numeric.ts'
export { SmtpOptions, type SmtpOptionsValue } from './smtp-options.ts'

/** A time in a response: ISO 8601 in UTC. */
export const Moment = z.string().meta({ format: 'date-time' })
/** The same, where it may be missing. */
export const MomentOrNone = Moment.nullable()
/** `sandbox` or `production`. */
export const EnvironmentField = z.enum(ENVIRONMENTS)
/** An amount in a response: rupees as text with two decimals, `"5.50"`. */
export const Rupees = z.string().meta({ description: 'Rupees with two decimals', examples: ['5.50'] })
/** An amount in a request: rupees with at most two decimals, as text or a number, not negative. It is read as micro-rupees. */
export const AmountField = Price
/** The same in either direction, not zero: `"5.00"`, `"-5.00"`. */
export const SignedAmountField = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(
    z
      .string()
      .regex(/^-?(?=.*[1-9])\d{1,9}(\.\d{1,2})?$/, 'must be rupees with at most two decimals, not zero, such as -5.00')
      .transform((text) => (text.startsWith('-') ? minus(zero, parseAmount(text.slice(1))) : parseAmount(text))),
  )

/** A time in a request, with its zone. */
export const MomentField = z.iso.datetime({ offset: true }).transform((text) => new Date(text))

/** Presents a time. */
export const moment = (at: Date | number): string => new Date(at).toISOString()
/** The same, where it may be missing. */
export const momentOrNone = (at: Date | number | null): string | null => (at === null ? null : moment(at))
/** Presents an amount, floored to whole paise. */
export const rupeesText = (amount: Money): string => decimal(amount)
