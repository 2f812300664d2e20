import type { Command } from 'commander'
import { configurationFile } from '../host/configuration-file.ts'
import { loadConfiguration } from '../host/load-configuration.ts'
import type { Session } from '../terminal/session.ts'
import { addPluginCommands } from './plugin-commands.ts'

/** Adds the commands of the configured plugins; none without a configuration. */
export async function addConfiguredCommands(program: Command, session: Session, config?: string): Promise<void> {
  if (configurationFile(session.terminal, config) === null) return
  const { plugins } = await loadConfiguration(session.terminal, config === undefined ? {} : { config })
  addPluginCommands(program, session, plugins)
}
