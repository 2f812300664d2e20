import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

/** The section `keys`. */
export const KeysSchema = z.strictObject({
  perAccount: wholeNumber(1, 100_000)
    .default(100)
    .describe('API keys that an account has at most at one time, of both environments together; the next is 409'),
})
