/** A JSON body with one field changed. */
export interface MutatedBody {
  /** What was done, and the path of the field: `drop payload.payment.entity.notes`. */
  readonly name: string
  readonly body: string
}
type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json }
type Change = 'drop' | 'null' | 'retype'
const CHANGES: readonly Change[] = ['drop', 'null', 'retype']

/**
 * A JSON body with each of its fields dropped, set to null and given another type, one at a time, and once with unknown fields everywhere.
 *
 * @throws SyntaxError if the body is no JSON.
 */
export function mutatedBodies(body: string): readonly MutatedBody[] {
  const json: Json = JSON.parse(body)
  const changed = pathsOf(json).flatMap((path) =>
    CHANGES.map((change) => ({
      name: `${change} ${path.join('.')}`,
      body: JSON.stringify(changedAt(json, path, change)),
    })),
  )
  return [...changed, { name: 'add unknown fields', body: JSON.stringify(withUnknown(json)) }]
}

const isParts = (json: Json): json is { readonly [key: string]: Json } | readonly Json[] =>
  typeof json === 'object' && json !== null

function pathsOf(json: Json): readonly (readonly string[])[] {
  if (!isParts(json)) return []
  return Object.entries(json).flatMap(([key, value]) => [[key], ...pathsOf(value).map((path) => [key, ...path])])
}

function changedAt(json: Json, [key = '', ...rest]: readonly string[], change: Change): Json {
  if (!isParts(json)) return json
  const entries = Object.entries(json).flatMap(([name, value]): [string, Json][] => {
    if (name !== key) return [[name, value]]
    if (rest.length > 0) return [[name, changedAt(value, rest, change)]]
    if (change === 'drop') return []
    return [[name, change === 'null' ? null : retyped(value)]]
  })
  return Array.isArray(json) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

/** A type that no field has where it is another: ids are text or numbers, and some gateways send objects in their place. */
const retyped = (value: Json): Json => (typeof value === 'boolean' ? {} : true)

function withUnknown(json: Json): Json {
  if (Array.isArray(json)) return json.map(withUnknown)
  if (!isParts(json)) return json
  const known = Object.entries(json).map(([key, value]) => [key, withUnknown(value)] as const)
  return Object.fromEntries([...known, ['an_unknown_field', { deep: [1, null] }]])
}
