import type { JsonSchema } from './json-schema.ts'

const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-15T04:30:00.000Z',
  date: '2026-01-15',
  uri: 'https://example.com/',
  email: 'asha@example.com',
}
const EXAMPLE_ID = '01ARZ3NDEKTSV4RRFFQ69G5FAV'

const schemaOf = (value: unknown): JsonSchema | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonSchema) : null
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** A value that the schema itself names. */
function stated({ examples, const: only, enum: allowed, default: fallback }: JsonSchema): unknown {
  return listOf(examples)[0] ?? only ?? listOf(allowed)[0] ?? fallback
}

function textOf({ format }: JsonSchema, name: string): string {
  if (name === 'id' || name.endsWith('_id')) return EXAMPLE_ID
  return FORMATS[String(format)] ?? 'text'
}

function objectOf(schema: JsonSchema, which: 'all' | 'required'): Readonly<Record<string, unknown>> {
  const required = listOf(schema['required'])
  const fields = Object.entries(schemaOf(schema['properties']) ?? {})
  const shown = fields.filter(([name]) => which === 'all' || required.includes(name))
  return Object.fromEntries(shown.map(([name, field]) => [name, exampleOf(schemaOf(field) ?? {}, { name, which })]))
}

/**
 * A value that a schema allows, for documentation without fixtures. A field's own `examples` (`.meta({ examples })`) take precedence.
 *
 * @param of The name of the field; whether an object has all its fields or only the required ones.
 */
export function exampleOf(
  schema: JsonSchema,
  { name = '', which = 'all' }: { readonly name?: string; readonly which?: 'all' | 'required' } = {},
): unknown {
  const own = stated(schema)
  if (own !== undefined) return own
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].flatMap((one): readonly JsonSchema[] => {
    const choice = schemaOf(one)
    return choice ? [choice] : []
  })
  const choice = choices.find(({ type }) => type !== 'null')
  if (choice) return exampleOf(choice, { name, which })
  const { type } = schema
  if (type === 'object') return objectOf(schema, which)
  if (type === 'array') return [exampleOf(schemaOf(schema['items']) ?? {}, { which })]
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
  return type === 'string' ? textOf(schema, name) : null
}
