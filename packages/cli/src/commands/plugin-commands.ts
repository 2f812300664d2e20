import type { Command as PluginCommand } from '@parakh/core'
import type { Command } from 'commander'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { fieldsText } from '../terminal/fields-text.ts'
import { startProgress } from '../terminal/progress.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { addFields, describeFields, readFields } from './command-fields.ts'
import { groupAt } from './command-tree.ts'
import { readInput } from './read-input.ts'

/** The commands of a plugin. */
export interface PluginGroup {
  readonly id: string
  /** The group that is typed: of others, the name alone is added. */
  readonly group: string
  readonly commands: readonly PluginCommand[]
}

/** Adds the commands of a plugin: `parakh <plugin> <name>`, with arguments and options from the schema of each. */
export function addPluginCommands(program: Command, session: Session, { id, group, commands }: PluginGroup): void {
  if (commands.length === 0) return
  const added = groupAt(program, [id])
  if (added.description() === '') added.description(`commands of the plugin ${id}`)
  if (id === group) for (const command of commands) addPluginCommand(added, session, command)
}

function addPluginCommand(group: Command, session: Session, definition: PluginCommand): void {
  const fields = describeFields({ schema: definition.args, positional: definition.positional })
  const command = addCommand(group, definition.name, definition.summary)
  addFields(command, fields)
  command.action(async (...given: unknown[]) => {
    const options = command.opts<CommonOptions & Record<string, unknown>>()
    const { given: args } = await readInput(definition.args, readFields(fields, given, options), fields)
    const result = await runHosted(session, options, { plugin: group.name(), name: definition.name, args })
    printResult(session.terminal, options, { json: result, text: fieldsText(result) })
  })
}

interface Invocation {
  readonly plugin: string
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

async function runHosted(
  session: Session,
  options: CommonOptions,
  { plugin, name, args }: Invocation,
): Promise<object> {
  return await withHost(session, options, async (host) => {
    const hosted = host.commands.find((one) => one.plugin === plugin && one.command.name === name)
    if (!hosted) throw cliErrors.error('WRONG_USAGE', { detail: `The host has no command ${plugin} ${name}` })
    const progress = startProgress(session.terminal, options, `${plugin} ${name}`)
    try {
      return await hosted.run(args, (done, of) => progress.update(done, of))
    } finally {
      progress.stop()
    }
  })
}
