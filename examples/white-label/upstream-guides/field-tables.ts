import type { Provider, ProviderOperation } from '@parakh/core'
import * as z from 'zod'

/** Where the tables stand in a page. */
const SECTION = /(<!-- fields: [^\n]*-->\n)[\s\S]*?(<!-- \/fields -->)/

/** What a table shows of a JSON Schema. */
const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  required: z.array(z.string()).default([]),
  get properties() {
    return z.record(z.string(), Schema).optional()
  },
  get items() {
    return Schema.optional()
  },
  get anyOf() {
    return z.array(Schema).optional()
  },
})
type Schema = z.output<typeof Schema>

/** A field, and where it stands: `challans[].offences[].name`. */
interface Row {
  readonly name: string
  readonly schema: Schema
  readonly isRequired: boolean
  /** The field before it that has the same fields; null: its own follow. */
  readonly as: string | null
}

const read = (schema: z.ZodType, io: 'input' | 'output'): Schema =>
  Schema.parse(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }))

/** What is left of a schema that takes null besides, whose own description goes first. */
function withoutNull(schema: Schema): { readonly schema: Schema; readonly takesNull: boolean } {
  const { anyOf, type, ...rest } = schema
  if (Array.isArray(type)) {
    const [only] = type.filter((one) => one !== 'null')
    return { schema: { ...rest, type: only }, takesNull: type.includes('null') }
  }
  const others = anyOf?.filter((one) => one.type !== 'null') ?? []
  const [only] = others
  if (!anyOf || !only || others.length === anyOf.length) return { schema, takesNull: false }
  const inner = others.length === 1 ? only : { ...rest, anyOf: others }
  return { schema: { ...inner, description: schema.description ?? inner.description }, takesNull: true }
}

/** The object that a field is, or a list of. */
const objectIn = (schema: Schema): { readonly schema: Schema; readonly isListed: boolean } => {
  const { schema: plain } = withoutNull(schema)
  return plain.items ? { schema: withoutNull(plain.items).schema, isListed: true } : { schema: plain, isListed: false }
}

/** @param seen The objects whose fields have rows already: by their properties, the name of the first. */
function rowsOf({ properties = {}, required }: Schema, within = '', seen = new Map<string, string>()): Row[] {
  return Object.entries(properties).flatMap(([field, schema]): Row[] => {
    const name = within + field
    const row = { name, schema, isRequired: required.includes(field), as: null }
    const { schema: inner, isListed } = objectIn(schema)
    if (!inner.properties) return [row]
    const key = JSON.stringify(inner.properties)
    const as = seen.get(key)
    if (as !== undefined) return [{ ...row, as }]
    seen.set(key, name)
    return [row, ...rowsOf(inner, isListed ? `${name}[].` : `${name}.`, seen)]
  })
}

const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``
const LONGEST_PATTERN = 120
/** Of a longer list of values the first ones are shown, and the last. */
const MOST_VALUES = 15

function textOf({ format, pattern, minLength, maxLength }: Schema): string {
  if (format === 'date') return 'day, `YYYY-MM-DD`'
  if (format === 'email') return 'e-mail address'
  if (pattern !== undefined && maxLength === undefined && pattern.length <= LONGEST_PATTERN)
    return `text, ${code(pattern)}`
  if (maxLength !== undefined) return `text, ${minLength ?? 0} to ${maxLength} characters`
  return minLength === undefined ? 'text' : 'text, not empty'
}

function numberOf({ type, minimum, maximum }: Schema): string {
  const kind = type === 'integer' ? 'whole number' : 'number'
  const most = maximum === undefined || maximum >= Number.MAX_SAFE_INTEGER ? undefined : maximum
  const least = minimum === undefined || minimum <= Number.MIN_SAFE_INTEGER ? undefined : minimum
  if (least === undefined) return kind
  return most === undefined ? `${kind}, from ${least}` : `${kind}, ${least} to ${most}`
}

function valuesOf(values: readonly unknown[]): string {
  const shown = values.map((value) => code(String(value)))
  if (shown.length <= MOST_VALUES) return shown.join(', ')
  return `one of ${shown.length}: ${shown.slice(0, 3).join(', ')}, … ${shown.at(-1)}`
}

function listOf({ items, minItems }: Schema): string {
  const item = items ? withoutNull(items).schema : undefined
  const of = item?.properties ? 'objects' : `(${item ? typeOf(item) : 'any value'})`
  return `list of ${of}${minItems ? ', not empty' : ''}`
}

const OF_TYPES: Readonly<Record<string, (schema: Schema) => string>> = {
  string: textOf,
  integer: numberOf,
  number: numberOf,
  array: listOf,
  boolean: () => '`true`, `false`',
  object: () => 'object',
}

function typeOf(given: Schema): string {
  const { schema } = withoutNull(given)
  if (schema.enum) return valuesOf(schema.enum)
  if (schema.const !== undefined) return code(String(schema.const))
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(', or ')
  const ofType = typeof schema.type === 'string' ? OF_TYPES[schema.type] : undefined
  return ofType ? ofType(schema) : 'any value'
}

const meaningOf = (schema: Schema): string => (withoutNull(schema).schema.description ?? '').replaceAll('|', '\\|')

/** Whether a field may be lacking: `null`, left out, or both. */
function lackOf({ schema, isRequired }: Row): string {
  const lacks = [...(withoutNull(schema).takesNull ? ['`null`'] : []), ...(isRequired ? [] : ['left out'])]
  return lacks.join(', ')
}

const isBare = ({ type, format, pattern, maxLength, minLength }: Schema): boolean =>
  type === 'string' && [format, pattern, maxLength, minLength].every((fact) => fact === undefined)

/** The rows of what goes in. A text that is made another before it is checked has the form of what it becomes. */
function fieldsOf(schema: z.ZodType): string[][] {
  const outputs = new Map(rowsOf(read(schema, 'output')).map((row) => [row.name, row.schema]))
  return rowsOf(read(schema, 'input')).map((row) => {
    const became = outputs.get(row.name)
    const isKnown = became !== undefined && isBare(withoutNull(row.schema).schema)
    const type = typeOf(isKnown ? became : row.schema)
    return [
      `\`${row.name}\``,
      row.as === null ? type : `${type}, fields as of \`${row.as}\``,
      lackOf(row),
      meaningOf(row.schema),
    ]
  })
}

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  [headings, headings.map(() => '---'), ...rows]
    .map((cells) => `|${cells.map((cell) => (cell === '' ? ' ' : ` ${cell} `)).join('|')}|`)
    .join('\n')

function operationTables(name: string, { input, output, effect, same }: ProviderOperation): string {
  const compared = same.map((field) => `\`${field}\``).join(' or ')
  const told = [
    effect === 'read' ? 'A read.' : 'A write.',
    ...(compared === '' ? [] : [`A record whose ${compared} differs from the input is refused.`]),
  ]
  return [
    `### Fields of \`${name}\``,
    told.join(' '),
    table(['input', 'what it is', 'may be', 'meaning'], fieldsOf(input)),
    table(['record', 'what it is', 'may be', 'meaning'], fieldsOf(output)),
  ].join('\n\n')
}

/**
 * A page of the guides with the tables of its contract's fields as they are today.
 *
 * @throws TypeError where the page has no place for them.
 */
export function withFieldTables(page: string, { operations }: Provider): string {
  if (!SECTION.test(page)) throw new TypeError('the page has no <!-- fields: … --> and <!-- /fields -->')
  const tables = Object.entries(operations).map(([name, operation]) => operationTables(name, operation))
  return page.replace(SECTION, (_, begin: string, end: string) => `${begin}\n${tables.join('\n\n')}\n\n${end}`)
}
