import type { CommandFlag, CommandOption, JoinedArgument } from '@parakh/core'
import { Argument, type Command, Option } from 'commander'
import * as z from 'zod'
import { pairReader, type Read, readerOf } from '../arguments/field-readers.ts'
import { cliErrors } from '../error-codes.ts'
import { type FieldKind, kindOf, type Property } from './field-kind.ts'

/** What the fields of a command are made of: the schema of a plugin's command, or an operation. */
export interface FieldSource {
  readonly schema: z.ZodObject
  readonly positional: readonly (string | JoinedArgument)[]
  readonly options?: Readonly<Record<string, CommandOption | undefined>>
  readonly flags?: Readonly<Record<string, CommandFlag>>
}

/** A field of the schema, as a command-line argument or option. */
export interface Field {
  /** As in the schema: `account_id`. */
  readonly name: string
  /** As typed: `account`. */
  readonly typed: string
  readonly kind: FieldKind
  readonly required: boolean
  readonly summary: string
  readonly option: CommandOption
}

/** One argument for several fields; it may be left out if its first field may. */
interface JoinedField extends JoinedArgument {
  readonly required: boolean
}

/** The fields of a command: arguments in their order, options, and flags that stand for fields. */
export interface Fields {
  readonly arguments: readonly (Field | JoinedField)[]
  readonly options: readonly Field[]
  readonly flags: Readonly<Record<string, CommandFlag>>
  /** Fields that are typed unless a flag stands for them. */
  readonly unlessFlagged: readonly string[]
}

/** Reads the fields of a command from its schema. */
export function describeFields({ schema, positional, options = {}, flags = {} }: FieldSource): Fields {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const flagged = new Set(Object.values(flags).flatMap(({ sets }) => Object.keys(sets)))
  const isRequired = (name: string): boolean => required.includes(name) || options[name]?.required === true
  const fields = new Map(
    Object.keys(schema.shape).map((name) => {
      const property = properties[name]
      const described = describeField(name, typeof property === 'object' ? property : {}, options[name] ?? {})
      return [name, { ...described, required: isRequired(name) && !flagged.has(name) }] as const
    }),
  )
  const placed = new Set(positional.flatMap((one) => (typeof one === 'string' ? [one] : one.fields)))
  return {
    arguments: positional.flatMap<Field | JoinedField>((one) =>
      typeof one === 'string'
        ? (fields.get(one) ?? [])
        : [{ ...one, required: fields.get(one.fields[0] ?? '')?.required !== false }],
    ),
    options: [...fields.values()].filter(({ name }) => !placed.has(name)),
    flags,
    unlessFlagged: [...flagged].filter(isRequired),
  }
}

function describeField(name: string, property: Property, option: CommandOption): Omit<Field, 'required'> {
  const hyphens = name.replaceAll('_', '-').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const { description = '' } = property
  const usual = option.default ?? property.default
  const known = usual === undefined || usual === null || usual === false ? '' : `(default: ${usual})`
  const word = option.null === undefined ? '' : `(or "${option.null}")`
  return {
    name,
    typed: option.flag ?? hyphens.replace(/-id$/, ''),
    kind: kindOf(property),
    summary: [description, word, known].filter(Boolean).join(' '),
    option,
  }
}

/** Declares the fields on a command of the command line. */
export function addFields(command: Command, { arguments: placed, options, flags }: Fields): void {
  for (const argument of placed) command.addArgument(argumentOf(argument))
  for (const field of options) command.addOption(optionOf(field))
  for (const [name, { summary, sets }] of Object.entries(flags)) {
    const others = options.filter((field) => Object.hasOwn(sets, field.name)).map(({ typed }) => camelCase(typed))
    command.addOption(new Option(`--${name}`, summary).conflicts(others))
  }
}

function argumentOf(argument: Field | JoinedField): Argument {
  const { required } = argument
  const placed = (name: string, summary: string) => new Argument(required ? `<${name}>` : `[${name}]`, summary)
  if (isJoined(argument)) return placed(argument.name, argument.fields.join(argument.separator))
  const { typed, kind, summary, option } = argument
  // Commander lists arguments only where one has a summary.
  const made = placed(kind.is === 'list' ? `${typed}...` : typed, summary || typed)
  const reader = readerOf(option)
  if (kind.is === 'choice') made.choices(kind.choices)
  else if (reader) made.argParser(reader)
  return made
}

function optionOf(field: Field): Option {
  const { typed, kind, required, summary, option } = field
  const made = new Option(`--${typed}${kind.is === 'flag' ? '' : ` ${placeholderOf(field)}`}`, summary)
  const reader = readerOf(option)
  if (kind.is === 'choice') made.choices(kind.choices)
  else if (kind.is === 'pairs') made.argParser(pairReader(kind.of))
  else if (reader) made.argParser(reader)
  return made.makeOptionMandatory(required && option.default === undefined)
}

/** What stands for a value in the help. */
function placeholderOf({ name, kind, option }: Field): string {
  if (kind.is === 'pairs') return `<${kind.of.join('=')}...>`
  const read = option.read === 'end' ? 'time' : option.read
  return option.value ?? (name.endsWith('_id') ? '<id>' : `<${read ?? kind.is}>`)
}

const isJoined = (argument: Field | JoinedField): argument is JoinedField => 'separator' in argument
/** Whether an argument stands for one field. */
export const isField = (argument: Field | JoinedField): argument is Field => !isJoined(argument)

/**
 * Collects arguments and options into the object that the schema parses: texts are read by `textInput` afterwards.
 *
 * @param given The positional values, in order.
 * @param options The options, under commander's names.
 * @throws `WRONG_USAGE` for an argument beside a flag that stands for it, and for neither of them.
 */
export function readFields(
  { arguments: placed, options: fields, flags, unlessFlagged }: Fields,
  given: readonly unknown[],
  options: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const operands = placed.flatMap((argument, index) => valuesOf(argument, given[index]))
  const typed = [
    ...operands,
    ...fields.map(({ name, typed, option }) => [name, options[camelCase(typed)] ?? option.default] as const),
  ].filter(([, value]) => value !== undefined)
  const set = Object.entries(flags).filter(([name]) => options[camelCase(name)] === true)
  const bySet = new Set(set.flatMap(([, { sets }]) => Object.keys(sets)))
  // Commander refuses an option beside a flag that stands for it.
  const both = operands.map(([name]) => name).filter((name) => bySet.has(name))
  const missing = unlessFlagged.filter((name) => !bySet.has(name) && typed.every(([other]) => other !== name))
  for (const name of [...both, ...missing]) throw oneOf(name, flags)
  return Object.assign(
    Object.fromEntries(typed.map(([name, value]) => [name, isRead(value) ? value.read : value])),
    ...set.map(([, { sets }]) => sets),
  )
}

function oneOf(name: string, flags: Fields['flags']): Error {
  const standing = Object.entries(flags).flatMap(([flag, { sets }]) => (Object.hasOwn(sets, name) ? `--${flag}` : []))
  return cliErrors.error('WRONG_USAGE', {
    detail: `Allowed: one of ${[name.replaceAll('_', ' '), ...standing].join(' or ')}`,
  })
}

function valuesOf(argument: Field | JoinedField, value: unknown): readonly (readonly [string, unknown])[] {
  if (value === undefined) return []
  // A list without an item was not typed.
  if (!isJoined(argument)) return Array.isArray(value) && value.length === 0 ? [] : [[argument.name, value]]
  const { fields, separator } = argument
  const parts = String(value).split(separator)
  // The first field takes what is more than the others need.
  const first = parts.splice(0, Math.max(1, parts.length - fields.length + 1)).join(separator)
  return fields.map((name, index) => [name, index === 0 ? first : parts[index - 1]] as const)
}

const isRead = (value: unknown): value is Read => typeof value === 'object' && value !== null && 'read' in value

/** The name under which commander keeps an option. */
const camelCase = (typed: string): string => typed.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())
