import type * as z from 'zod'

// Reads the definition, which works also for a schema of another copy of zod.
const definitionOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def

/** Unwraps optional, default and pipe. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional':
    case 'default':
    case 'prefault':
    case 'nullable':
      return unwrap(definition.innerType)
    case 'pipe':
      return unwrap(definitionOf(definition.in).type === 'transform' ? definition.out : definition.in)
    default:
      return schema
  }
}

/** The schemas that a key of a schema may have. */
function step(schema: z.core.$ZodType, key: PropertyKey): readonly z.core.$ZodType[] {
  const definition = definitionOf(unwrap(schema))
  switch (definition.type) {
    case 'object': {
      const found = definition.shape[String(key)]
      return found ? [found] : []
    }
    case 'record':
      return [definition.valueType]
    case 'array':
      return [definition.element]
    case 'union':
      return definition.options.flatMap((option) => step(option, key))
    default:
      return []
  }
}

/** The keys of an object schema or a union of them. */
function ownKeys(schema: z.core.$ZodType): readonly string[] {
  const definition = definitionOf(unwrap(schema))
  if (definition.type === 'object') return Object.keys(definition.shape)
  return definition.type === 'union' ? definition.options.flatMap(ownKeys) : []
}

/**
 * The keys that are allowed at a path of a schema.
 *
 * @param schema The schema at the beginning of the path.
 * @param path Keys and indices below it.
 */
export function keysOf(schema: z.core.$ZodType, path: readonly PropertyKey[]): readonly string[] {
  const found = path.reduce<readonly z.core.$ZodType[]>(
    (schemas, key) => schemas.flatMap((candidate) => step(candidate, key)),
    [schema],
  )
  return [...new Set(found.flatMap(ownKeys))]
}
