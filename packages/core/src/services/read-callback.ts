import type * as z from 'zod'

/**
 * The body of a callback, whose signature was verified before, as JSON of a schema.
 *
 * @returns Undefined: it is no UTF-8, no JSON, or not of the schema. It never throws.
 * @example
 * const event = readCallback(z.object({ event: z.literal('paid'), payment_id: z.string() }), body)
 */
export function readCallback<S extends z.ZodType>(schema: S, body: Uint8Array): z.output<S> | undefined {
  try {
    return schema.safeParse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))).data
  } catch {
    return undefined
  }
}
