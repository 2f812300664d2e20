import { type ConfigurationFault, type Contribution, coreErrors, type ErrorTable, type Logger } from '@parakh/core'
import { checkComposition, createHost, type Host, type HostOptions } from '@parakh/kernel'
import { platformAlerts, platformOperations, platformQueues } from '@parakh/operations'
import { storeErrors } from '@parakh/store'
import { callSettings } from '../config/call-settings-from-config.ts'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { CompositionOptions } from './composition-options.ts'
import { defaultServices } from './default-services.ts'
import { commandKeys } from './key-providers/command-keys.ts'
import { environmentKeys } from './key-providers/environment-keys.ts'
import { fileKeys } from './key-providers/file-keys.ts'
import { serverBrand } from './server-brand.ts'
import type { UpstreamService } from './upstream-service.ts'

/** How the paths of the server's own routes begin. */
const OWN_PATHS = [
  '.well-known',
  'admin',
  'callbacks',
  'docs',
  'healthz',
  'metrics',
  'openapi.json',
  'postman.json',
  'readyz',
  'sandbox',
]

/** The codes of the platform: plugins list their own. */
const ERROR_TABLES: readonly ErrorTable<string>[] = [coreErrors, storeErrors]

/** The drivers at core's points, by the sections that name them. */
const choicesOf = ({
  auth,
  consentVerifiers,
  envelope,
  events,
  keyProviders,
  wallet,
}: CheckedConfig): NonNullable<HostOptions['choices']> => ({
  ...(auth ? { auth } : {}),
  ...(consentVerifiers ? { consentVerifiers } : {}),
  ...(envelope ? { envelope } : {}),
  ...(wallet ? { wallet } : {}),
  ...(events ? { events } : {}),
  ...(keyProviders ? { keyProviders } : {}),
})

/** Key providers that need no plugin. */
const keyDrivers = ({ secrets, folder }: CheckedConfig): readonly Contribution[] => [
  environmentKeys(secrets),
  fileKeys(folder),
  commandKeys(folder),
]

function composition(
  config: CheckedConfig,
  options: CompositionOptions,
): { host: HostOptions; upstream: UpstreamService } {
  const { services, upstream } = defaultServices(config, options)
  const host: HostOptions = {
    plugins: config.plugins,
    services,
    overrides: config.services,
    core: {
      operations: platformOperations,
      contributes: [...platformAlerts, ...platformQueues, ...keyDrivers(config)],
      errors: ERROR_TABLES,
    },
    ownPaths: OWN_PATHS,
    choices: choicesOf(config),
    settings: callSettings(config),
    brand: serverBrand(config.brand),
    compile: upstream.compile,
    paths: config.paths,
  }
  return { host, upstream }
}

/** The faults of a configuration's plugins and services. Nothing is opened or started. */
export async function compositionFaults(config: CheckedConfig, logger: Logger): Promise<readonly ConfigurationFault[]> {
  const { host, upstream } = composition(config, { logger, migrate: false })
  const faults = await checkComposition(host)
  await upstream.dispose()
  return faults
}

/** Composes the host of a configuration. Background tasks run only after `start()`. */
export async function composeHost(config: CheckedConfig, options: CompositionOptions): Promise<Host> {
  const { host, upstream } = composition(config, options)
  try {
    return await createHost(host)
  } catch (error) {
    await upstream.dispose()
    throw error
  }
}
