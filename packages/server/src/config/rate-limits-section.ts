import { wholeNumber } from '@parakh/core/fields'
import * as z from 'zod'

/** The section `rateLimits`: calls per minute (decisions.md section 4). */
export const RateLimitsSchema = z.strictObject({
  perEndpoint: wholeNumber(1, 1_000_000).default(60).describe('Calls in 60 s of one key on one endpoint'),
  sandbox: wholeNumber(1, 1_000_000).default(60).describe('Calls in 60 s of one sandbox key in all'),
  production: wholeNumber(1, 1_000_000).default(300).describe('Calls in 60 s of one production key in all'),
  inFlight: wholeNumber(1, 100_000).default(20).describe('Calls of one key at the same time'),
  failedAuth: wholeNumber(1, 1_000_000).default(20).describe('Failed credentials in 60 s of one address and key'),
  unknownKeys: wholeNumber(1, 1_000_000)
    .default(60)
    .describe('Failed credentials and unknown paths in 60 s of one address'),
  account: wholeNumber(1, 10_000_000)
    .exactOptional()
    .describe('Calls in 60 s of all keys of an account in an environment; default: no limit'),
  address: wholeNumber(1, 10_000_000)
    .exactOptional()
    .describe('Calls in 60 s of one address, counted per process; default: no limit'),
})
