import { dirname } from 'node:path'
import { type ConfigurationFault, isParakhError, Store } from '@parakh/core'
import { type CheckedConfig, configJsonSchema, configJsonSchemaOf } from '@parakh/server/host'
import type { Command } from 'commander'
import { configurationFile, requireConfigurationFile } from '../host/configuration-file.ts'
import { environmentIn, loadConfiguration } from '../host/load-configuration.ts'
import { withReadable } from '../host/open-host.ts'
import { addCommand, type CommonOptions } from '../terminal/common-options.ts'
import { printResult } from '../terminal/result.ts'
import type { Session } from '../terminal/session.ts'

/** `parakh config check | schema`. */
export function addConfig(program: Command, session: Session): void {
  const config = program.command('config').description('the configuration file')
  addCommand(
    config,
    'check',
    'find every fault of the configuration, and keys that the database needs and it lacks',
  ).action((options: CommonOptions) => check(session, options))
  addCommand(config, 'schema', 'print the JSON Schema of the configuration file with its plugins, for editors').action(
    (options: CommonOptions) => schema(session, options),
  )
}

async function check(session: Session, options: CommonOptions): Promise<void> {
  const config = await loadConfiguration(session.terminal, { ...options, withoutSecrets: true })
  const warnings = [...config.warnings, ...(await keyWarnings(session, config))]
  const told = warnings.map(({ path, message }) => `Warning: ${path}: ${message}\n`)
  printResult(session.terminal, options, {
    json: { ok: true, warnings: warnings.map(({ code, path, message }) => ({ code, path, message })) },
    text: `${told.join('')}The configuration is valid. Plugins: ${config.plugins.map(({ id }) => id).join(', ')}.`,
  })
}

const WRONG_KEYS: readonly string[] = [
  'MASTER_KEY_MISSING',
  'SUBJECT_KEY_MISSING',
  'KEY_FILE_REFUSED',
  'KEY_COMMAND_FAILED',
]

/**
 * Requires the master keys and subject keys that a database needs, where it can be read and no secret is missing here.
 *
 * @returns Why they were not compared.
 * @throws `MASTER_KEY_MISSING`, `SUBJECT_KEY_MISSING`, `KEY_FILE_REFUSED`, `KEY_COMMAND_FAILED`
 */
async function keyWarnings(session: Session, config: CheckedConfig): Promise<readonly ConfigurationFault[]> {
  const isMissing = ({ code, path }: ConfigurationFault) =>
    code !== 'SUBJECT_KEYS_ABSENT' && !path.startsWith('plugins.')
  if (config.warnings.some(isMissing)) return []
  try {
    await withReadable(session, config, (host) => host.get(Store).secrets.requireKeys())
    return []
  } catch (error) {
    if (!isParakhError(error) || WRONG_KEYS.includes(error.code)) throw error
    const message = `The keys were not compared with those that the database needs: ${error.message}`
    return [{ code: error.code, path: 'database', message }]
  }
}

async function schema({ terminal }: Session, options: CommonOptions): Promise<void> {
  const { config } = options
  const file = config === undefined ? configurationFile(terminal, config) : requireConfigurationFile(terminal, config)
  const environment = file === null ? {} : environmentIn(dirname(file), terminal)
  const document = file === null ? configJsonSchema() : await configJsonSchemaOf(file, { environment })
  printResult(terminal, options, { json: document, text: JSON.stringify(document, null, 2) })
}
