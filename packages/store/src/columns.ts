import { ENVIRONMENTS } from '@parakh/core'
import * as z from 'zod'

/** A 64-bit number: PostgreSQL gives text where the pool is the host's own. */
export const Counted = z.union([z.number(), z.string().transform(Number)])
/** Milliseconds since 1970. */
export const Moment = Counted.transform((milliseconds) => new Date(milliseconds))
/** Bytes, as both drivers give them. */
export const Bytes = z.instanceof(Buffer)
/** The column `environment`. */
export const EnvironmentColumn = z.enum(ENVIRONMENTS)
