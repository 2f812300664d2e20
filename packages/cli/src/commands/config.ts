import { dirname } from 'node:path'
import { configJsonSchema, configJsonSchemaOf } from '@parakh/server/host'
import type { Command } from 'commander'
import { configurationFile, requireConfigurationFile } from '../host/configuration-file.ts'
import { environmentIn, loadConfiguration } from '../host/load-configuration.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

/** `parakh config check | schema`. */
export function addConfig(program: Command, session: Session): void {
  const config = program.command('config').description('the configuration file')
  addCommand(config, 'check', 'find every fault of the configuration; nothing is opened').action(
    (options: CommonOptions) => check(session, options),
  )
  addCommand(config, 'schema', 'print the JSON Schema of the configuration file with its plugins, for editors').action(
    (options: CommonOptions) => schema(session, options),
  )
}

async function check(session: Session, options: CommonOptions): Promise<void> {
  const { plugins, warnings } = await loadConfiguration(session.terminal, { ...options, withoutSecrets: true })
  const told = warnings.map(({ path, message }) => `Warning: ${path}: ${message}\n`)
  printResult(session.terminal, options, {
    json: { ok: true, warnings: warnings.map(({ code, path, message }) => ({ code, path, message })) },
    text: `${told.join('')}The configuration is valid. Plugins: ${plugins.map(({ id }) => id).join(', ')}.`,
  })
}

async function schema({ terminal }: Session, options: CommonOptions): Promise<void> {
  const { config } = options
  const file = config === undefined ? configurationFile(terminal, config) : requireConfigurationFile(terminal, config)
  const environment = file === null ? {} : environmentIn(dirname(file), terminal)
  const document = file === null ? configJsonSchema() : await configJsonSchemaOf(file, { environment })
  printResult(terminal, options, { json: document, text: JSON.stringify(document, null, 2) })
}
