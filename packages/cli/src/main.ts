import { readFile } from 'node:fs/promises'
import { CommanderError } from 'commander'
import { GROUPS } from './command-groups.ts'
import { commandNamed } from './commands/command-tree.ts'
import { buildProgram, describeGroup } from './program.ts'
import { EXIT } from './terminal/exit-codes.ts'
import type { Session } from './terminal/session.ts'
import { processTerminal, type Terminal } from './terminal/terminal.ts'

/** Commands that run until a signal: in production their output is a log. */
const RUNS_ON: ReadonlySet<string> = new Set(['serve', 'worker'])

/**
 * Runs the command and returns its exit code: 0, 1 for a failure, 2 for wrong usage or an invalid configuration.
 *
 * @param argv As `process.argv`: the first two are the program.
 * @example
 * const code = await run(['node', 'parakh', 'accounts', 'list', '--json'], terminal)
 */
export async function run(argv: readonly string[], terminal: Terminal): Promise<number> {
  const session: Session = { terminal, exitCode: EXIT.ok, log: null }
  try {
    await execute(argv, session)
    return session.exitCode
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const { reportFailure } = await import('./terminal/failure.ts')
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
  const { words, config, help } = preview(argv.slice(2))
  const [group] = words
  if (group !== undefined && RUNS_ON.has(group)) {
    const { logErrors } = await import('./terminal/log-errors.ts')
    logErrors(session, { development: argv.includes('--development') })
  }
  const program = await buildProgram(session, { version: await ownVersion(), group })
  // Anything else is help, or comes from the configuration.
  if (group === undefined ? help : !commandNamed(program, words)) {
    const { addConfiguredCommands } = await import('./commands/configured-commands.ts')
    const isBuiltIn = group === undefined || typeof GROUPS[group]?.add === 'function'
    await addConfiguredCommands(program, session, { words, config, help, isBuiltIn })
    for (const name of Object.keys(GROUPS)) describeGroup(program, name)
  }
  await program.parseAsync([...argv])
}

/** The parts of the command line that are needed before commander parses it. */
interface Preview {
  /** What is typed without a dash, in order: of `parakh help keys`, what follows `help`. */
  readonly words: readonly string[]
  readonly config: string | undefined
  /** Whether help is asked for. */
  readonly help: boolean
}

function preview(args: readonly string[]): Preview {
  const words: string[] = []
  let config: string | undefined
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    const value = args[index + 1]
    if (argument.startsWith('--config=')) config = argument.slice('--config='.length)
    else if (argument === '--config' && value !== undefined) {
      config = value
      index += 1
    } else if (!argument.startsWith('-')) words.push(argument)
  }
  const [first] = words
  const help = first === 'help' || args.includes('--help') || args.includes('-h')
  return { words: first === 'help' ? words.slice(1) : words, config, help }
}

async function ownVersion(): Promise<string> {
  const { version }: { version?: unknown } = JSON.parse(
    await readFile(new URL('../package.json', import.meta.url), 'utf8'),
  )
  return String(version)
}
