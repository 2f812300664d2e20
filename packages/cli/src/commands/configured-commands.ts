import type { Plugin } from '@parakh/core'
import type { Command } from 'commander'
import { cliErrors } from '../error-codes.ts'
import { configurationFile } from '../host/configuration-file.ts'
import { loadConfiguration } from '../host/load-configuration.ts'
import type { Session } from '../terminal/session.ts'
import { BROUGHT_BY } from './brought-by.ts'
import { groupAt, groupNamed } from './command-tree.ts'
import { addOperationCommands, groupOf } from './operation-commands.ts'
import { addPluginCommands } from './plugin-commands.ts'

/** What is typed. */
export interface Typed {
  /** Without a dash, in order. */
  readonly words: readonly string[]
  readonly config: string | undefined
  /** Whether help is asked for. */
  readonly help: boolean
  /** Whether the group has commands without a configuration. */
  readonly isBuiltIn: boolean
}

/**
 * Adds the commands of the configured plugins; none without a configuration.
 *
 * @throws `COMMAND_NOT_CONFIGURED` for a command of a package that the configuration does not list, and the faults of the configuration.
 */
export async function addConfiguredCommands(program: Command, session: Session, typed: Typed): Promise<void> {
  const [group = ''] = typed.words
  const file = configurationFile(session.terminal, typed.config)
  for (const { id, definition } of file === null ? [] : await configuredPlugins(session, typed)) {
    addPluginCommands(program, session, { id, group, commands: definition.commands })
    const { operations } = definition
    // Of other groups the name is enough.
    for (const name of operations.map(groupOf)) if (name !== null && name !== group) groupAt(program, [name])
    addOperationCommands(
      program,
      session,
      operations.filter((operation) => groupOf(operation) === group),
    )
  }
  requireConfigured(program, typed.words)
}

async function configuredPlugins(
  session: Session,
  { words, config, help, isBuiltIn }: Typed,
): Promise<readonly Plugin[]> {
  const request = { ...(config === undefined ? {} : { config }), withoutSecrets: true }
  try {
    return (await loadConfiguration(session.terminal, request)).plugins
  } catch (error) {
    // The help of a built-in group does not depend on it.
    if (isBuiltIn && (help || words.length === 1)) return []
    throw error
  }
}

function requireConfigured(program: Command, words: readonly string[]): void {
  const found = Object.entries(BROUGHT_BY).find(([command]) => `${words.join(' ')} `.startsWith(`${command} `))
  if (!found) return
  const [command, name] = found
  if (!groupNamed(program, command.split(' ')))
    throw cliErrors.error('COMMAND_NOT_CONFIGURED', { command, package: name })
}
