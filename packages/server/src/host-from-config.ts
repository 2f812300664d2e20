import type { Host } from '@parakh/kernel'
import { type CheckedConfig, isCheckedConfig } from './config/checked-config.ts'
import type { Config } from './config/schema.ts'
import { checkConfig, type LoadOptions, loadConfig } from './load-config.ts'
import { composeHost } from './services/composition.ts'
import { asLogger } from './services/pino-logger.ts'

/** How a host is made from a configuration. */
export interface ServerOptions extends LoadOptions {
  /** False: a database whose schema is not up to date is refused, not migrated. Default true. */
  readonly migrate?: boolean
}

/** Checks a configuration, given as a file, a value or a checked one. */
export async function resolveConfig(
  config: Config | CheckedConfig | string,
  options: LoadOptions = {},
): Promise<CheckedConfig> {
  if (typeof config === 'string') return await loadConfig(config, options)
  return isCheckedConfig(config) ? config : await checkConfig(config, options)
}

/**
 * Composes the host of a configuration without HTTP, for commands that run beside a server. Background tasks run only after `start()`;
 * end it with `stop()`.
 *
 * @throws `INVALID_CONFIGURATION` with every fault, `DATABASE_NOT_MIGRATED`, and what opening the database throws.
 * @example
 * const host = await openHost('./parakh.yaml')
 * const account = await host.get(Accounts).create({ name: 'Acme', role: 'developer' })
 * await host.stop()
 */
export async function openHost(config: Config | CheckedConfig | string, options: ServerOptions = {}): Promise<Host> {
  const logger = asLogger(options.logger)
  return await composeHost(await resolveConfig(config, options), { logger, migrate: options.migrate ?? true })
}
