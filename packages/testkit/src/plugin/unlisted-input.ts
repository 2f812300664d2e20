import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@parakh/core'
import type * as z from 'zod'
import { mutate, pseudoRandom } from './mutated-text.ts'

const MAXIMUM_TRIES = 2_000

function another(schema: z.ZodType, value: unknown, random: Generator<number, never>): unknown {
  if (typeof value !== 'string') return value
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    const candidate = mutate(value, random)
    if (candidate !== value && schema.safeParse(candidate).success) return candidate
  }
  return value
}

/**
 * A valid request that no fixture lists: a success fixture's, with each text changed into another that its schema and checks
 * take. Null where none is found; then hand one in.
 */
export function unlistedInput(endpoint: Endpoint): Readonly<Record<string, unknown>> | null {
  const listed = endpoint.fixtures.find(({ scenario }) => scenario === 'success')?.request
  if (typeof listed !== 'object' || listed === null) return null
  const random = pseudoRandom()
  const input = Object.fromEntries(
    Object.entries(listed).map(([name, value]) => {
      const schema = endpoint.request.shape[name] as z.ZodType | undefined
      return [name, schema ? another(schema, value, random) : value]
    }),
  )
  const isNew = endpoint.fixtures.every(({ request }) => !isDeepStrictEqual(request, input))
  return isNew && endpoint.request.safeParse(input).success ? input : null
}
