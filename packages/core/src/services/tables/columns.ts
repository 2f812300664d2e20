import * as z from 'zod'
import { micro } from '../../money.ts'

/** A 64-bit number: PostgreSQL gives text where the pool is the host's own. */
export const Counted = z.union([z.number(), z.string().transform(Number)])
/** A column of milliseconds since 1970, as a date. */
export const Moment = Counted.transform((milliseconds) => new Date(milliseconds))
/** A column of micro-rupees. */
export const Amount = Counted.transform((value) => micro(value))
/** A column of 0 or 1. */
export const Flag = Counted.transform((value) => value !== 0)
/** A column of bytes: `${bytes}` in a migration. */
export const Bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes')
/** A column of text that is JSON. */
export const json = <S extends z.ZodType>(schema: S) =>
  z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
