import { type FileHandle, open, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isOperationFile, type Operation, type OperationFile } from '@parakh/core'
import * as z from 'zod'
import { cliErrors } from '../error-codes.ts'
import type { CommonOptions } from '../terminal/common-options.ts'
import { EXIT } from '../terminal/exit-codes.ts'
import { fieldsText, rowsText } from '../terminal/fields-text.ts'
import { printResult, type Result } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import type { Terminal } from '../terminal/terminal.ts'
import type { ReadInput } from './read-input.ts'

const Listed = z.object({ items: z.array(z.record(z.string(), z.unknown())), next_cursor: z.string().nullable() })
const Answer = z.record(z.string(), z.unknown())
const IS_TEXT = /^(text\/|image\/svg\+xml|application\/(json|xml))/

/** Whether an operation may answer a file. */
export const isFileCommand = ({ files }: Operation): boolean => files.length > 0

/** A new file; closed with the block, and deleted then if it was not written to its end. */
export interface Out extends AsyncDisposable {
  write(bytes: OperationFile['bytes']): Promise<{ readonly file: string }>
}

/** Opens the file of `--out` before the operation runs; null: none is named. @throws `WRONG_USAGE` if it exists. */
export async function openOut(
  terminal: Terminal,
  { command }: Operation,
  named: string | undefined,
): Promise<Out | null> {
  if (named === undefined) return null
  const file = resolve(terminal.cwd, named)
  const { flag = 'out', private: isPrivate = false } = command?.out ?? {}
  const handle: FileHandle = await open(file, 'wx', isPrivate ? 0o600 : 0o666).catch((cause: unknown) => {
    const detail = `${file} cannot be written: --${flag} needs a new file`
    throw cliErrors.error('WRONG_USAGE', { detail }, { cause })
  })
  let isWritten = false
  return {
    async write(bytes) {
      for await (const piece of piecesOf(bytes)) await handle.appendFile(piece)
      isWritten = true
      return { file }
    },
    async [Symbol.asyncDispose]() {
      await handle.close()
      if (!isWritten) await rm(file)
    },
  }
}

/** The format of a file that an operation writes besides its answer, by its name. @throws `WRONG_USAGE` */
export function formatOf({ command }: Operation, named: string | undefined): string | null {
  if (!command?.out || named === undefined) return null
  const { formats, flag = 'out' } = command.out
  const format = formats.find((one) => named.endsWith(`.${one}`))
  if (format !== undefined) return format
  const allowed = formats.map((one) => `.${one}`).join(' or ')
  throw cliErrors.error('WRONG_USAGE', {
    detail: `--${flag} ${named} is no name. Allowed: one that ends with ${allowed}`,
  })
}

/** What an operation answered, and where it goes. */
export interface Answered {
  readonly operation: Operation
  readonly answer: unknown
  readonly input: ReadInput
  readonly out: Out | null
  /** Of what is written besides the answer; null: the answer itself is written. */
  readonly format: string | null
}

/** Prints an answer as text or JSON; a file goes to `--out`, or to standard output if it is text. */
export async function printAnswer(session: Session, options: CommonOptions, answered: Answered): Promise<void> {
  const { operation, answer, out, format } = answered
  const { terminal } = session
  // Schema and renderer are of one definition, which the compiler has checked.
  if (operation.command?.fails?.(answer as never)) session.exitCode = EXIT.failed
  if (out && format !== null && operation.command?.out) {
    // Schema and maker are of one definition, which the compiler has checked.
    const bytes = await operation.command.out.make(answer as never, format)
    const told = bytes === null ? 'There is nothing to write.' : `Written to ${(await out.write(bytes)).file}.`
    const { json, text } = resultOf(answered)
    return printResult(terminal, options, { json, text: `${text}\n${told}` })
  }
  if (out) return await printWritten(terminal, options, await out.write(bytesOf(answer)))
  if (!isOperationFile(answer)) return printResult(terminal, options, resultOf(answered))
  await printPieces(terminal, answer)
}

function printWritten(terminal: Terminal, options: CommonOptions, { file }: { readonly file: string }): void {
  printResult(terminal, options, { json: { ok: true, file }, text: `Written to ${file}.` })
}

const bytesOf = (answer: unknown): OperationFile['bytes'] =>
  isOperationFile(answer) ? answer.bytes : Buffer.from(`${JSON.stringify(answer, null, 2)}\n`)

/** A long file is printed as it is made. */
async function printPieces(terminal: Terminal, { type, bytes }: OperationFile): Promise<void> {
  if (!IS_TEXT.test(type))
    throw cliErrors.error('WRONG_USAGE', { detail: `The answer is ${type}, which needs --out FILE` })
  const decoder = new TextDecoder()
  for await (const piece of piecesOf(bytes)) terminal.out(decoder.decode(piece, { stream: true }))
}

const piecesOf = (bytes: OperationFile['bytes']): AsyncIterable<Uint8Array> | readonly Uint8Array[] =>
  bytes instanceof Uint8Array ? [bytes] : bytes

function resultOf({ operation, answer, input }: Answered): Result {
  const { rows, command } = operation
  const page = rows ? Listed.parse(answer) : null
  const { rows: title = 'items', more, text } = command ?? {}
  // Schema and renderer are of one definition, which the compiler has checked.
  const parsed = input.parsed as never
  const fields = page ? { [title]: page.items, next_cursor: page.next_cursor } : Answer.parse(answer ?? {})
  const drawn = text?.(answer, { input: parsed, draw: { table: drawTable } })
  return {
    json: { ...fields, ...more?.(answer, parsed) },
    text: page ? pageText(page, drawn) : (drawn ?? fieldsText(fields)),
  }
}

function pageText({ items, next_cursor }: z.output<typeof Listed>, drawn: string | undefined): string {
  const table = drawn ?? (items.length === 0 ? 'There are none.' : rowsText(items))
  return next_cursor === null ? table : `${table}\nThere are more: --cursor ${next_cursor}`
}
