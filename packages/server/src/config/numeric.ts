import * as z from 'zod'

const isWholeNumber = /^-?\d{1,15}$/

/**
 * A whole number that may also stand as text, because `${PORT}` gives text.
 *
 * @param minimum The least that is allowed.
 * @param maximum The most that is allowed.
 */
export const wholeNumber = (minimum: number, maximum: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && isWholeNumber.test(value) ? Number(value) : value),
    z.int().min(minimum).max(maximum),
  )

/** True or false, also as text. */
export const flag = () =>
  z.preprocess((value) => (value === 'true' ? true : value === 'false' ? false : value), z.boolean())
