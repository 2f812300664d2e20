import type * as z from 'zod'
import { mutate, pseudoRandom } from './mutated-text.ts'

const MAXIMUM_TRIES = 20_000
/** Half of a text stays as it is, so that what has a fixed letter in it is met sooner. */
const SHARE = 0.5

type Path = readonly PropertyKey[]

const childOf = (value: unknown, key: PropertyKey | undefined): unknown =>
  typeof value === 'object' && value !== null && key !== undefined
    ? (value as Readonly<Record<PropertyKey, unknown>>)[key]
    : undefined
const at = (value: unknown, path: Path): unknown => path.reduce(childOf, value)

/** A copy with another value at a path. */
function withValue(value: unknown, path: Path, replaced: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return replaced
  const child = withValue(childOf(value, key), rest, replaced)
  if (Array.isArray(value)) return value.map((item, place) => (place === key ? child : item))
  return { ...(value as object), [key]: child }
}

/**
 * The same value, with each text that a schema refuses changed into one that it takes: fictitious identities, which are impossible
 * ones on purpose, become possible.
 *
 * @returns Undefined where none is found; then hand one in.
 */
export function fitted(schema: z.ZodType, value: unknown): unknown {
  const random = pseudoRandom()
  let candidate = value
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    const parsed = schema.safeParse(candidate)
    if (parsed.success) return candidate
    for (const { path } of parsed.error.issues) {
      const text = at(value, path)
      if (typeof text !== 'string') return undefined
      candidate = withValue(candidate, path, mutate(text, random, SHARE))
    }
  }
  return undefined
}

/** Another text that a schema takes; undefined where none is found. */
export function alternative(schema: z.ZodType, value: unknown): unknown {
  if (typeof value !== 'string') return undefined
  const random = pseudoRandom()
  for (let tries = 0; tries < MAXIMUM_TRIES; tries += 1) {
    const candidate = mutate(value, random, SHARE)
    if (candidate !== value && schema.safeParse(candidate).success) return candidate
  }
  return undefined
}

/** All texts in a value, however deep. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

/**
 * The same value with some texts replaced wherever they stand, also within others: a PAN stands in a GSTIN.
 *
 * @param pairs What becomes what.
 */
export function replaced(value: unknown, pairs: readonly (readonly [from: string, to: string])[]): unknown {
  if (typeof value === 'string') return pairs.reduce((text, [from, to]) => text.replaceAll(from, to), value)
  if (Array.isArray(value)) return value.map((item) => replaced(item, pairs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, replaced(item, pairs)]))
}
