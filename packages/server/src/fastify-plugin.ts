import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import fp from 'fastify-plugin'
import type { CheckedConfig } from './config/checked-config.ts'
import type { Config } from './config/schema.ts'
import { serverErrors } from './error-codes.ts'
import { mountServer } from './http/mount.ts'
import { operationsAddress } from './http/operations-door.ts'
import { resolveConfig, type ServerOptions, serverParts } from './server.ts'
import { composeHost } from './services/composition.ts'
import { asLogger } from './services/pino-logger.ts'

/** How the configuration is read; where to listen is the application's own affair. */
type ReadOptions = Omit<ServerOptions, 'listen'>
/** The options of the plugin: a configuration, or where it lies; how it is read; and Fastify's own `prefix`. */
export type ParakhPluginOptions = (Config | { readonly config: Config | CheckedConfig | string }) &
  ReadOptions & { readonly prefix?: string }

/** The configuration among the options, and how it is read. */
function separate(options: ParakhPluginOptions): { config: Config | CheckedConfig | string; how: ReadOptions } {
  const {
    logger,
    migrate,
    folder,
    environment,
    development,
    allowDevelopmentSecrets,
    prefix: _prefix,
    ...rest
  } = options
  const how: ReadOptions = {
    ...(logger === undefined ? {} : { logger }),
    ...(migrate === undefined ? {} : { migrate }),
    ...(folder === undefined ? {} : { folder }),
    ...(environment === undefined ? {} : { environment }),
    ...(development === undefined ? {} : { development }),
    ...(allowDevelopmentSecrets === undefined ? {} : { allowDevelopmentSecrets }),
  }
  return { config: 'config' in rest ? rest.config : rest, how }
}

const plugin: FastifyPluginAsync<ParakhPluginOptions> = async (app: FastifyInstance, options) => {
  const { config: given, how } = separate(options)
  const resolved = await resolveConfig(given, how)
  // Where to listen is the application's own affair: it gets all endpoints.
  if (operationsAddress(resolved)) throw serverErrors.error('OPERATIONS_ADDRESS_EMBEDDED')
  const config = { ...resolved, server: { ...resolved.server, listeners: {} } }
  const host = await composeHost(config, { logger: asLogger(how.logger), migrate: how.migrate ?? true })
  const parts = serverParts(config, host)
  app.addHook('preClose', async () => {
    parts.lifecycle.draining = true
    await host.drain()
  })
  app.addHook('onClose', () => host.stop())
  await host.start()
  const { prefix } = config.server
  await app.register(
    (ours, _options, done) => {
      mountServer(ours, parts, { wholePrefix: `${app.prefix}${prefix}` !== '' })
      done()
    },
    { prefix },
  )
}

/**
 * Parakh as a Fastify plugin: all its routes in an instance of their own, below the prefix it is registered with. Its parsers,
 * error handler and unknown-route answer stay there.
 *
 * @example
 * await app.register(parakh, { prefix: '/verify', database, plugins: [ifsc()], secrets })
 */
export const parakh = fp(plugin, { name: '@parakh/server', fastify: '5.x', encapsulate: true })
