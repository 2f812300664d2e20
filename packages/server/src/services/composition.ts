import type { ConfigurationFault, Logger } from '@parakh/core'
import { checkComposition, createHost, type Host, type HostOptions } from '@parakh/kernel'
import { callSettings } from '../config/call-settings-from-config.ts'
import type { CheckedConfig } from '../config/checked-config.ts'
import type { CompositionOptions } from './composition-options.ts'
import { defaultServices } from './default-services.ts'
import { featureParts } from './feature-parts.ts'
import type { UpstreamService } from './upstream-service.ts'

/** How the paths of the server's own routes begin. */
const OWN_PATHS = [
  ...[
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
  ],
]

/** The drivers at core's points, by the sections that name them. */
const choicesOf = ({
  auth,
  envelope,
  events,
  database,
  wallet,
}: CheckedConfig): NonNullable<HostOptions['choices']> => ({
  ...(auth ? { auth } : {}),
  ...(envelope ? { envelope } : {}),
  // Without a database of ours there are no webhook endpoints that could be the default.
  ...(wallet ? { wallet } : {}),
  ...(events ? { events } : database ? {} : { events: {} }),
})

function composition(
  config: CheckedConfig,
  options: CompositionOptions,
): { host: HostOptions; upstream: UpstreamService } {
  const { services, contributes, upstream } = defaultServices(config, options)
  const host: HostOptions = {
    plugins: [...config.plugins, featureParts(config)],
    services,
    overrides: config.services,
    core: { contributes },
    ownPaths: OWN_PATHS,
    choices: choicesOf(config),
    settings: callSettings(config),
    compile: upstream.compile,
    paths: config.paths,
  }
  return { host, upstream }
}

/** The faults of a configuration's plugins and services. Nothing is opened or started. */
export async function compositionFaults(config: CheckedConfig, logger: Logger): Promise<readonly ConfigurationFault[]> {
  const { host, upstream } = composition(config, { logger, migrate: false })
  const faults = checkComposition(host)
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
