import * as z from 'zod'

const isWholeNumber = /^-?\d{1,15}$/

/**
 * A whole number, also as text, because variables such as `${PORT}` are text.
 *
 * @param minimum The smallest allowed value.
 * @param maximum The largest allowed value.
 */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && isWholeNumber.test(value) ? Number(value) : value),
    z.int().min(minimum).max(maximum),
  )

/** True or false, also as text. */
export const flag = () =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
