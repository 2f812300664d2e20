import type { Provided } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import type { CheckedConfig } from './config/checked-config.ts'
import { outsidePrefix } from './config/public-url.ts'
import type { Config } from './config/schema.ts'
import { serverErrors } from './error-codes.ts'
import { resolveConfig, type ServerOptions } from './host-from-config.ts'
import { operationsAddress } from './http/operations-access.ts'
import { mountServer } from './mount.ts'
import { composeServer } from './server.ts'
import { publicAddress } from './services/public-address.ts'

/** How the configuration is read. The application itself listens. */
type ReadOptions = Omit<ServerOptions, 'listen'>
/**
 * The options of the plugin: a configuration or its file; how it is read; the `prefix` of its routes; the name of the decorator,
 * default `parakh`.
 */
export type ParakhPluginOptions = (Config | { readonly config: Config | CheckedConfig | string }) &
  ReadOptions & {
    readonly prefix?: string
    readonly decorator?: string
    /** What the application knows of a request, for schemes such as its own session. Called for a call whose schemes ask. */
    readonly facts?: (request: FastifyRequest) => readonly Provided[]
  }

/** The decorator of the application: `app.parakh.host`, or with types `app.getDecorator<ParakhDecorator>('parakh').host`. */
export interface ParakhDecorator {
  /** Calls without HTTP, and every service. */
  readonly host: Host
}

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
    decorator: _decorator,
    facts: _facts,
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

/** @param below The path at which the application registers the plugin. */
function requireAddressOf({ server }: CheckedConfig, below: string): void {
  publicAddress(server).requireFor('an application that mounts the Fastify plugin')
  const outside = server.publicUrl && outsidePrefix(server.publicUrl, `${below}/${server.prefix}`)
  if (outside) throw serverErrors.error('PUBLIC_URL_OUTSIDE_PREFIX', outside)
}

const plugin: FastifyPluginAsync<ParakhPluginOptions> = async (app: FastifyInstance, options) => {
  const { config: given, how } = separate(options)
  const { decorator = 'parakh', prefix = '', facts = null } = options
  if (app.hasDecorator(decorator)) throw serverErrors.error('PLUGIN_REGISTERED_TWICE', { name: decorator })
  const resolved = await resolveConfig(given, how)
  requireAddressOf(resolved, `${app.prefix}/${prefix}`)
  // The application itself listens, so it has all endpoints.
  if (operationsAddress(resolved)) throw serverErrors.error('OPERATIONS_ADDRESS_EMBEDDED')
  const config = { ...resolved, server: { ...resolved.server, listeners: {} } }
  const parts = await composeServer(config, { ...how, facts })
  const { host } = parts
  app.decorate<ParakhDecorator>(decorator, { host })
  app.addHook('preClose', async () => {
    parts.lifecycle.draining = true
    await host.drain()
  })
  app.addHook('onClose', () => host.stop())
  await host.start()
  await app.register(
    (ours, _options, done) => {
      mountServer(ours, parts, { wholePrefix: ours.prefix !== '' })
      done()
    },
    { prefix: `${prefix}${config.server.prefix}` },
  )
}

/**
 * Parakh as a Fastify plugin: all routes in an encapsulated instance below the registered prefix, with their own parsers, error handler
 * and unknown-route answer. The application has the host as `app.parakh.host`.
 *
 * @throws `PUBLIC_URL_REQUIRED` without `server.publicUrl`, `PUBLIC_URL_OUTSIDE_PREFIX` if its path does not end with the prefix,
 *   `OPERATIONS_ADDRESS_EMBEDDED`, `PLUGIN_REGISTERED_TWICE` if the application has a decorator of this name.
 * @example
 * const server = { publicUrl: 'https://acme.example/verify' }
 * await app.register(parakh, { prefix: '/verify', server, database, plugins: [ifsc()], secrets })
 * await app.parakh.host.call('bank-ifsc-details', { ifsc: 'KKBK0000261' }, { keyId })
 */
export const parakh = fp(plugin, { name: '@parakh/server', fastify: '5.x' })
