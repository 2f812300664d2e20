import type { Plugin, Command as PluginCommand } from '@parakh/core'
import type { Command } from 'commander'
import { cliErrors } from '../error-codes.ts'
import { withHost } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { startProgress } from '../terminal/progress.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'
import { drawTable } from '../terminal/table.ts'
import { addFields, describeFields, readFields } from './command-fields.ts'

/** Adds the commands of plugins: `parakh <plugin> <name>`, with arguments and options from the schema of each. */
export function addPluginCommands(program: Command, session: Session, plugins: readonly Plugin[]): void {
  for (const { id, definition } of plugins) {
    if (definition.commands.length === 0) continue
    const group = program.command(id).description(`commands of the plugin ${id}`)
    for (const command of definition.commands) addPluginCommand(group, session, command)
  }
}

function addPluginCommand(group: Command, session: Session, definition: PluginCommand): void {
  const fields = describeFields(definition)
  const command = addCommand(group, definition.name, definition.summary)
  addFields(command, fields)
  command.action(async (...given: unknown[]) => {
    const options = command.opts<CommonOptions & Record<string, unknown>>()
    const args = validArgs(definition, readFields(fields, given, options))
    const result = await runHosted(session, options, { plugin: group.name(), name: definition.name, args })
    printResult(session.terminal, options, { json: result, text: describeResult(result) })
  })
}

/** The arguments as typed, if the schema of the command takes them. @throws `WRONG_USAGE` */
function validArgs(
  definition: PluginCommand,
  args: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const checked = definition.args.safeParse(args)
  if (checked.success) return args
  const detail = checked.error.issues
    .map((issue) => `${issue.path.join('.') || 'arguments'}: ${issue.message}`)
    .join('; ')
  throw cliErrors.error('WRONG_USAGE', { detail })
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

/** One line per field; a list of objects is a table, any other list is lines below its name. */
function describeResult(result: object): string {
  const lines = Object.entries(result).map(([name, value]) => {
    const title = spoken(name)
    if (!Array.isArray(value)) return `${title}: ${plain(value)}`
    if (value.length === 0) return `${title}: none`
    return value.every(isFields) ? tableOf(value) : [`${title}:`, ...value.map((item) => `  ${plain(item)}`)].join('\n')
  })
  return lines.join('\n') || 'Done.'
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** One column per field of any row. */
function tableOf(rows: readonly Readonly<Record<string, unknown>>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const heads = names.map((name) => `${name.charAt(0).toUpperCase()}${spoken(name.slice(1))}`)
  return drawTable(
    heads,
    rows.map((row) => names.map((name) => plain(row[name] ?? ''))),
  )
}

const spoken = (name: string): string => name.replaceAll('_', ' ')

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
