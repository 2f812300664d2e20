import type { Host, HostedCommand } from '@parakh/kernel'
import type { Command } from 'commander'
import { cliErrors } from '../error-codes.ts'
import type { Session } from '../session.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { startProgress } from '../terminal/progress.ts'
import { printResult } from '../terminal/result.ts'
import { addFields, describeFields, readFields } from './command-fields.ts'

/**
 * Adds the commands that the plugins of a host bring: `parakh <plugin> <name>`. Arguments and options come from the schema of
 * each, so this file knows no plugin.
 */
export function addPluginCommands(program: Command, session: Session, host: Host): void {
  for (const plugin of new Set(host.commands.map((hosted) => hosted.plugin))) {
    const group = program.command(plugin).description(`commands of the plugin ${plugin}`)
    for (const hosted of host.commands) {
      if (hosted.plugin === plugin) addHostedCommand(group, session, hosted)
    }
  }
}

function addHostedCommand(group: Command, session: Session, hosted: HostedCommand): void {
  const fields = describeFields(hosted.command)
  const command = addCommand(group, hosted.command.name, hosted.command.summary)
  addFields(command, fields)
  command.action((...given: unknown[]) => {
    const options = command.opts<CommonOptions & Record<string, unknown>>()
    return runCommand(session, hosted, { options, args: readFields(fields, given, options) })
  })
}

interface Invocation {
  readonly options: CommonOptions
  readonly args: Readonly<Record<string, unknown>>
}

async function runCommand(session: Session, hosted: HostedCommand, { options, args }: Invocation): Promise<void> {
  requireValid(hosted, args)
  const progress = startProgress(session.terminal, options, `${hosted.plugin} ${hosted.command.name}`)
  try {
    const result = await hosted.run(args, (done, of) => progress.update(done, of))
    progress.stop()
    printResult(session.terminal, options, { json: result, text: describeResult(result) })
  } finally {
    progress.stop()
  }
}

function requireValid(hosted: HostedCommand, args: Readonly<Record<string, unknown>>): void {
  const checked = hosted.command.args.safeParse(args)
  if (checked.success) return
  const detail = checked.error.issues
    .map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
    .join('; ')
  throw cliErrors.error('WRONG_USAGE', { detail })
}

/** One line a field; a list of lines below its name. */
function describeResult(result: object): string {
  const lines = Object.entries(result).map(([name, value]) => {
    const title = name.replaceAll('_', ' ')
    if (Array.isArray(value))
      return value.length === 0 ? '' : [`${title}:`, ...value.map((item) => `  ${plain(item)}`)].join('\n')
    return `${title}: ${plain(value)}`
  })
  return lines.filter((line) => line !== '').join('\n') || 'Done.'
}

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
