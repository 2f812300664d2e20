import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { type CheckedConfig, loadConfig } from '@parakh/server/host'
import type { Terminal } from '../terminal/terminal.ts'
import { requireConfigurationFile } from './configuration-file.ts'

/** What a command asks of the configuration. */
export interface ConfigurationRequest {
  /** The value of `--config`. */
  readonly config?: string
  /** Where `serve` was told to listen: other commands have options called `--host` that mean something else. */
  readonly listen?: { readonly host?: string; readonly port?: number }
  /** A development server: secrets that are missing are made. Otherwise those that exist already are taken. */
  readonly development?: boolean
  /** True: it is only checked, and missing secrets are warnings. */
  readonly withoutSecrets?: boolean
}

/**
 * Reads and checks the configuration that a command is meant for. Nothing is opened.
 *
 * Variables come from the environment and, below it, from a file `.env` beside the configuration.
 *
 * @throws `CONFIGURATION_NOT_FOUND`, `CONFIGURATION_UNREADABLE`, `INVALID_CONFIGURATION` with every fault at once.
 */
export async function loadConfiguration(terminal: Terminal, request: ConfigurationRequest): Promise<CheckedConfig> {
  const file = requireConfigurationFile(terminal, request.config)
  const folder = dirname(file)
  return await loadConfig(file, {
    environment: { ...variablesBeside(folder), ...terminal.env },
    listen: request.listen ?? {},
    development: request.development === true,
    withoutSecrets: request.withoutSecrets === true,
    // A command beside a development server must share its secrets; only serve makes them, and only when told to.
    allowDevelopmentSecrets: existsSync(join(folder, '.parakh')),
  })
}

function variablesBeside(folder: string): NodeJS.Dict<string> {
  const file = join(folder, '.env')
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}
}
