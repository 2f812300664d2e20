import type * as z from 'zod'

type Path = readonly (string | number)[]

// The definition tells what a schema is, also for a schema of another copy of zod.
const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const KINDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  array: Array.isArray,
  object: isPlainObject,
  record: isPlainObject,
}
/** Whether a value may be meant for a schema: a list for a list, an object for an object. */
const fits = (schema: z.core.$ZodType, value: unknown): boolean => {
  const kind = KINDS[definitionOf(schema).type]
  return kind ? kind(value) : !isPlainObject(value) && !Array.isArray(value)
}

/**
 * The keys that stand in a value and in no schema of it, at any depth: zod drops them in silence unless each object says that it is
 * strict, and a misspelt option would be no option at all.
 *
 * @param schema Of options. Objects that take any key (`looseObject`, `catchall`) have none that is unknown.
 * @returns Each with its path, and what is allowed there.
 */
export function unknownKeys(
  schema: z.core.$ZodType,
  value: unknown,
  path: Path = [],
): readonly { readonly path: Path; readonly allowed: readonly string[] }[] {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'readonly':
      return unknownKeys(definition.innerType, value, path)
    case 'pipe':
      return definitionOf(definition.in).type === 'transform' ? [] : unknownKeys(definition.in, value, path)
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((item, index) => unknownKeys(definition.element, item, [...path, index]))
        : []
    case 'record':
      return isPlainObject(value)
        ? Object.entries(value).flatMap(([key, item]) => unknownKeys(definition.valueType, item, [...path, key]))
        : []
    case 'union': {
      // The alternative that is meant is of the value's kind, and has the fewest.
      const found = definition.options
        .filter((option) => fits(option, value))
        .map((option) => unknownKeys(option, value, path))
      return found.sort((a, b) => a.length - b.length)[0] ?? []
    }
    case 'object': {
      // A loose one allows them.
      if (!isPlainObject(value)) return []
      const allowed = Object.keys(definition.shape)
      return Object.entries(value).flatMap(([key, item]) => {
        const known = definition.shape[key]
        if (known) return unknownKeys(known, item, [...path, key])
        const strict = definition.catchall === undefined || definitionOf(definition.catchall).type === 'never'
        return strict ? [{ path: [...path, key], allowed }] : []
      })
    }
    default:
      return []
  }
}
