import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Environment, type Statement, Statements } from '@parakh/core'
import { type Command, Option } from 'commander'
import { environmentOption } from '../arguments/environment.ts'
import { parseMonth } from '../arguments/month.ts'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { describeStatement } from './statement-text.ts'

const FORMATS = ['json', 'csv', 'pdf'] as const
type Format = (typeof FORMATS)[number]

interface StatementOptions extends CommonOptions {
  readonly account: string
  readonly environment: Environment
  readonly month: string
  readonly format?: Format
  readonly out?: string
  readonly everyMovement?: boolean
}

/** `parakh statements wallet | commission`. */
export function addStatements(program: Command, session: Session): void {
  const statements = program
    .command('statements')
    .description('the movements of a month: opening + movements = closing')
  addStatement(statements, 'wallet', 'the movements of a wallet; charges of a day are one line for each endpoint')
    .option('--every-movement', 'one line per charge and refund')
    .action((options: StatementOptions) => print(session, options, 'wallet'))
  addStatement(statements, 'commission', 'what a reseller earned, gave back and converted').action(
    (options: StatementOptions) => print(session, options, 'commission'),
  )
}

const addStatement = (parent: Command, name: string, summary: string): Command =>
  addCommand(parent, name, summary)
    .requiredOption('--account <id>', 'the account')
    .addOption(environmentOption())
    .addOption(new Option('--month <month>', 'such as 2026-11, in India').argParser(parseMonth).makeOptionMandatory())
    .addOption(new Option('--format <format>', 'output format (default: a table)').choices([...FORMATS]))
    .option('--out <file>', 'a path that does not exist; required for a PDF')

async function print(session: Session, options: StatementOptions, of: Statement['of']): Promise<void> {
  const { account: accountId, environment, month, format, out, everyMovement = false } = options
  if (format === 'pdf' && out === undefined) throw cliErrors.error('WRONG_USAGE', { detail: 'A PDF needs --out FILE' })
  await withHost(session, options, async (host) => {
    const statements = host.get(Statements)
    const statement = await statements[of]({ accountId, environment, month, everyMovement })
    const written = (): AsyncIterable<string | Uint8Array> =>
      format === 'pdf' ? oneOf(() => statements.pdf(statement)) : statements.write(statement, format ?? 'json')
    if (out !== undefined) await writeFile(session, options, written())
    else if (format !== undefined || options.json === true)
      for await (const piece of written()) session.terminal.out(String(piece))
    else session.terminal.out(await describeStatement(statements.write(statement, 'json')))
  })
}

async function* oneOf(make: () => Promise<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield await make()
}

/** Writes piece by piece, so that a long month needs no memory. */
async function writeFile(
  { terminal }: Session,
  options: StatementOptions,
  pieces: AsyncIterable<string | Uint8Array>,
): Promise<void> {
  const file = resolve(terminal.cwd, options.out ?? '')
  const handle = await open(file, 'wx').catch((cause: unknown) => {
    throw cliErrors.error('WRONG_USAGE', { detail: `${file} cannot be written: --out needs a new file` }, { cause })
  })
  try {
    for await (const piece of pieces) await handle.appendFile(piece)
  } finally {
    await handle.close()
  }
  printResult(terminal, options, { json: { ok: true, file }, text: `Written to ${file}.` })
}
