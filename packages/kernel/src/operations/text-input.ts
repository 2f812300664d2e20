import type * as z from 'zod'

type Schema = z.core.$ZodType

/** The schema beneath optional, nullable, default and the like: what a given value is read by. */
function inner({ _zod: { def } }: Schema): z.core.$ZodTypes['_zod']['def'] {
  const known = def as z.core.$ZodTypes['_zod']['def']
  if (known.type === 'pipe') return inner(known.in)
  if ('innerType' in known) return inner(known.innerType)
  return known
}

const NUMBER = /^-?(0|[1-9]\d{0,15})(\.\d{1,15})?$/
const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
])

const isWord = (text: string, form: ReturnType<typeof inner>): boolean =>
  form.type === 'literal' && form.values.includes(text)

function read(text: string, schema: Schema): unknown {
  const def = inner(schema)
  switch (def.type) {
    case 'number':
      return NUMBER.test(text) ? Number(text) : text
    case 'boolean':
      return BOOLEANS.get(text) ?? text
    case 'literal':
      return def.values.find((value) => String(value) === text) ?? text
    case 'array':
      return text.split(',').map((part) => read(part.trim(), def.element))
    case 'union': {
      // A form that takes the text as it is goes first: an amount may be text or a number, a list may be the word for all.
      const readings = def.options.map((option) => read(text, option))
      const isText = def.options.map(inner).some((form) => form.type === 'string' || isWord(text, form))
      return isText ? text : (readings.find((value) => value !== text) ?? text)
    }
    default:
      return text
  }
}

/**
 * Texts of a query or of the command line as an operation's input has them: numbers, booleans, and lists of parts separated by commas where the schema
 * has them. What cannot be read stays a text, and the schema refuses it.
 *
 * @param input Of the operation.
 * @param given Texts by field. A list, and what is not text, is passed on: a list with its parts read.
 * @example
 * textInput(z.object({ limit: z.int(), stuck: z.boolean() }), { limit: '20', stuck: 'true' }) // { limit: 20, stuck: true }
 */
export function textInput(
  input: z.ZodObject,
  given: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const one = (value: unknown, schema: Schema): unknown => {
    if (typeof value === 'string') return read(value, schema)
    const def = inner(schema)
    return Array.isArray(value) && def.type === 'array' ? value.map((part) => one(part, def.element)) : value
  }
  const entries = Object.entries(given).map(([name, value]): readonly [string, unknown] => {
    const schema = Object.hasOwn(input.shape, name) ? input.shape[name] : undefined
    return [name, schema ? one(value, schema) : value]
  })
  return Object.fromEntries(entries)
}
