import * as z from 'zod'

/**
 * An id by which a call is looked up: its reference, request id or idempotency key. None of them has a space, but a `+` that is not
 * encoded in a query arrives as one.
 */
export const CallIdField = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .overwrite((text) => text.replaceAll(' ', '+'))
