import { isParakhError, ParakhError } from '@parakh/core'
import { cliErrors } from '../error-codes.ts'
import type { Fields } from './command-fields.ts'

/** What is typed for a field: `--from-calls` for `from_calls`, `<account>` for a positional `account_id`. The name itself where it is no field. */
export function typedName({ arguments: placed, options }: Fields, name: string): string {
  const option = options.find((field) => field.name === name)
  if (option) return `--${option.typed}`
  const argument = placed.find((one) => ('separator' in one ? one.fields.includes(name) : one.name === name))
  if (!argument) return name
  return `<${'separator' in argument ? argument.name : argument.typed}>`
}

/** A fault of a field, by what is typed. @param path `endpoints.0`. */
export function typedFault(fields: Fields, path: string, message: string): string {
  const [name = '', ...rest] = path.split('.')
  return `${[typedName(fields, name), ...rest].join('.')} ${message}`
}

const FIELD_NAME = /\b[a-z]+(?:_[a-z]+)+\b/g

/**
 * A refusal of an operation as the command line tells it: by what is typed, not by the fields of the JSON. Of fields that are not valid, as
 * `readInput` refuses them.
 */
export function typedRefusal(fields: Fields, thrown: unknown): unknown {
  if (!isParakhError(thrown)) return thrown
  const { code, faults, facts } = thrown
  const inTyped = (text: string): string => text.replace(FIELD_NAME, (name) => typedName(fields, name))
  if (code === 'VALIDATION_FAILED' && faults.length > 0) {
    const detail = faults.map(({ path, message }) => typedFault(fields, path, inTyped(message))).join('; ')
    return cliErrors.error('WRONG_USAGE', { detail }, { cause: thrown })
  }
  const message = inTyped(thrown.message)
  return message === thrown.message ? thrown : new ParakhError(code, message, { cause: thrown, faults, facts })
}
