import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseEnv } from 'node:util'
import { type CheckedConfig, loadConfig } from '@parakh/server/host'
import type { Terminal } from '../terminal/terminal.ts'
import { requireConfigurationFile } from './configuration-file.ts'

/** How a command loads the configuration. */
export interface ConfigurationRequest {
  /** The value of `--config`. */
  readonly config?: string
  /** Host and port options of `serve`. */
  readonly listen?: { readonly host?: string; readonly port?: number }
  /** True: a development server, which generates missing secrets. False: existing ones are used. */
  readonly development?: boolean
  /** True: only check it; missing secrets are warnings. */
  readonly withoutSecrets?: boolean
}

/**
 * Reads and checks the configuration of a command. Nothing is opened.
 *
 * Variables come from the environment, else from a file `.env` beside the configuration.
 *
 * @throws `CONFIGURATION_NOT_FOUND`, `CONFIGURATION_UNREADABLE`, `INVALID_CONFIGURATION` with all faults.
 */
export async function loadConfiguration(terminal: Terminal, request: ConfigurationRequest): Promise<CheckedConfig> {
  const file = requireConfigurationFile(terminal, request.config)
  const folder = dirname(file)
  return await loadConfig(file, {
    environment: environmentIn(folder, terminal),
    listen: request.listen ?? {},
    development: request.development === true,
    withoutSecrets: request.withoutSecrets === true,
    // A command beside a development server must use its secrets; only `serve --development` generates them.
    allowDevelopmentSecrets: existsSync(join(folder, '.parakh')),
  })
}

/** The variables of the environment, else of a file `.env` in the configuration's folder. */
export function environmentIn(folder: string, { env }: Pick<Terminal, 'env'>): NodeJS.Dict<string> {
  const file = join(folder, '.env')
  return { ...(existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {}), ...env }
}
