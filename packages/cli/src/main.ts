import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { addPluginCommands } from './commands/plugin-commands.ts'
import { configurationFile } from './host/configuration-file.ts'
import { loadConfiguration } from './host/load-configuration.ts'
import { buildProgram } from './program.ts'
import type { Session } from './session.ts'
import { EXIT, reportFailure } from './terminal/failure.ts'
import { logErrors } from './terminal/notice.ts'
import { processTerminal, type Terminal } from './terminal/terminal.ts'

/** Commands that end at a signal: in production what they say is a log. */
const RUNS_ON: ReadonlySet<string> = new Set(['serve', 'worker'])

/**
 * Runs the command and gives its exit code: 0, 1 for a failure, 2 for wrong usage or a configuration at fault.
 *
 * @param argv As `process.argv`: the first two are the program.
 * @example
 * const code = await run(['node', 'parakh', 'accounts', 'list', '--json'], terminal)
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const session: Session = { terminal, exitCode: EXIT.ok, logsErrors: false }
  try {
    await execute(argv, session)
    return session.exitCode
  } catch (error) {
    return reportFailure(session, error)
  }
}

/**
 * The command `parakh`: runs it on this process and sets the exit code.
 *
 * @param argv As `process.argv`.
 */
export async function main(argv: readonly string[]): Promise<void> {
  process.exitCode = await run(argv, processTerminal())
}

async function execute(argv: readonly string[], session: Session): Promise<void> {
  const program = buildProgram(session, await ownVersion())
  const typed = preview(argv.slice(2))
  if (typed.group !== undefined && RUNS_ON.has(typed.group))
    logErrors(session, { development: argv.includes('--development') })
  const known =
    typed.group === undefined ||
    typed.group === 'help' ||
    program.commands.some((command) => command.name() === typed.group)
  if (!known && configurationFile(session.terminal, typed.config) !== null) {
    // Only the configuration knows which plugins there are, and what they add.
    const { plugins } = await loadConfiguration(
      session.terminal,
      typed.config === undefined ? {} : { config: typed.config },
    )
    addPluginCommands(program, session, plugins)
  }
  await program.parseAsync([...argv])
}

/** What must be known before commander reads the arguments: the first operand, and the configuration. */
function preview(args: readonly string[]): { group?: string; config?: string } {
  const found: { group?: string; config?: string } = {}
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    const value = args[index + 1]
    if (argument.startsWith('--config=')) found.config = argument.slice('--config='.length)
    else if (argument === '--config' && value !== undefined) {
      found.config = value
      index += 1
    } else if (!argument.startsWith('-')) found.group ??= argument
  }
  return found
}

async function ownVersion(): Promise<string> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
