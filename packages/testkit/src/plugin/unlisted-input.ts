import { isDeepStrictEqual } from 'node:util'
import type { Endpoint } from '@parakh/core'
import type * as z from 'zod'

const MAXIMUM_TRIES = 2_000
const CLASSES = ['0123456789', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz']

/** Numbers that look random and are the same in every run (a linear congruential generator). */
function* pseudoRandom(): Generator<number, never> {
  let state = 42
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

/** The same text with other characters of the same classes. */
function mutate(text: string, random: Generator<number, never>): string {
  return [...text]
    .map((character) => {
      const alphabet = CLASSES.find((letters) => letters.includes(character))
      return alphabet ? alphabet.charAt(Math.floor(random.next().value * alphabet.length)) : character
    })
    .join('')
}

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
