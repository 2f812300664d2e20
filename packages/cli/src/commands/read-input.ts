import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { issueText } from '@parakh/core'
import { textInput } from '@parakh/kernel'
import type * as z from 'zod'
import { cliErrors } from '../error-codes.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { type Field, type Fields, isField } from './command-fields.ts'
import { typedFault } from './typed-faults.ts'

type Values = Readonly<Record<string, unknown>>

/** An input as typed, and as its schema has parsed it. */
export interface ReadInput {
  readonly given: Values
  readonly parsed: Values
}

/** Reads texts as the schema has them, and checks them. @throws `WRONG_USAGE` with each fault, by what is typed. */
export async function readInput(schema: z.ZodObject, typed: Values, fields: Fields): Promise<ReadInput> {
  const given = textInput(schema, typed)
  const checked = await schema.safeParseAsync(given)
  if (checked.success) return { given, parsed: checked.data }
  const faults = checked.error.issues.map((issue) =>
    typedFault(fields, issue.path.map(String).join('.'), issueText(issue)),
  )
  throw cliErrors.error('WRONG_USAGE', { detail: faults.join('; ') })
}

/** The same values, with the contents of files in place of their names, and with what standard input has. @throws `WRONG_USAGE` */
export async function withFiles(terminal: Terminal, fields: Fields, values: Values): Promise<Values> {
  const read = [...fields.arguments.filter(isField), ...fields.options]
    .filter(({ name }) => typeof values[name] === 'string')
    .flatMap((field) => {
      const text = String(values[field.name])
      const { read } = field.option
      if (read === 'file' || read === 'bytes') return readNamed(terminal, field, text)
      return read === 'private' && text === '-' ? readTyped(terminal, field) : []
    })
  return { ...values, ...Object.fromEntries(await Promise.all(read)) }
}

async function readNamed(terminal: Terminal, { name, typed, option }: Field, file: string) {
  const text = await readFile(resolve(terminal.cwd, file), option.read === 'bytes' ? 'base64' : 'utf8').catch(
    (cause: unknown) => {
      throw cliErrors.error('WRONG_USAGE', { detail: `--${typed} ${file} cannot be read` }, { cause })
    },
  )
  return [name, text] as const
}

async function readTyped(terminal: Terminal, { name, typed }: Field) {
  const line = (await terminal.line(typed)).trim()
  if (line === '') throw cliErrors.error('WRONG_USAGE', { detail: `standard input has no line for ${typed}` })
  return [name, line] as const
}
