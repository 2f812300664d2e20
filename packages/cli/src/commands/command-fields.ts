import type { Command as PluginCommand } from '@parakh/core'
import type { Command } from 'commander'
import * as z from 'zod'

/** A field of a plugin command's arguments, as a command-line argument or option. */
export interface Field {
  /** As in the schema: `dryRun`. */
  readonly name: string
  /** As typed: `dry-run`. */
  readonly typed: string
  readonly kind: 'text' | 'number' | 'flag'
  readonly required: boolean
  /** Its place among the positional arguments; null for an option. */
  readonly position: number | null
  readonly summary: string
}

/** Reads the fields of a command from its schema. */
export function describeFields(command: PluginCommand): readonly Field[] {
  const schema = z.toJSONSchema(command.args, { io: 'input', unrepresentable: 'any' })
  return Object.entries(command.args.shape).map(([name, field]) => {
    const property = schema.properties?.[name]
    const described = typeof property === 'object' ? property : {}
    const position = command.positional.indexOf(name)
    return {
      name,
      typed: name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      kind: kindOf(described.type),
      required: !z.safeParse(field, undefined).success,
      position: position < 0 ? null : position,
      summary: described.description ?? '',
    }
  })
}

function kindOf(type: unknown): Field['kind'] {
  if (type === 'boolean') return 'flag'
  return type === 'number' || type === 'integer' ? 'number' : 'text'
}

/** Declares the fields on a command of the command line. */
export function addFields(command: Command, fields: readonly Field[]): void {
  for (const field of positionals(fields)) {
    command.argument(field.required ? `<${field.typed}>` : `[${field.typed}]`, field.summary)
  }
  for (const field of fields.filter(({ position }) => position === null)) {
    if (field.kind === 'flag') command.option(`--${field.typed}`, field.summary)
    else if (field.required) command.requiredOption(`--${field.typed} <value>`, field.summary)
    else command.option(`--${field.typed} <value>`, field.summary)
  }
}

/**
 * Collects arguments and options into the object that the schema parses.
 *
 * @param given The positional values, in order.
 * @param options The options, under commander's names.
 */
export function readFields(
  fields: readonly Field[],
  given: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const placed = positionals(fields).map((field, index) => [field, given[index]] as const)
  const named = fields
    .filter(({ position }) => position === null)
    .map((field) => [field, options[camelCase(field.typed)]] as const)
  return Object.fromEntries(
    [...placed, ...named]
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => [field.name, convert(field, value)]),
  )
}

const positionals = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ position }) => position !== null).sort((a, b) => (a.position ?? 0) - (b.position ?? 0))

/** The name under which commander keeps an option. */
const camelCase = (typed: string): string => typed.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

const convert = (field: Field, value: unknown): unknown =>
  field.kind === 'number' && typeof value === 'string' && value.trim() !== '' ? Number(value) : value
