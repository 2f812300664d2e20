import { Clock, Logger, Store } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import fastify, { type FastifyInstance } from 'fastify'
import type { CheckedConfig } from './config/checked-config.ts'
import { EVERYWHERE } from './config/listeners.ts'
import type { Config } from './config/schema.ts'
import { joinPath } from './config/schema-faults.ts'
import { serverErrors } from './error-codes.ts'
import { resolveConfig, type ServerOptions } from './host-from-config.ts'
import { createAttemptMetrics } from './http/attempt-metrics.ts'
import { createDeliveryMetrics } from './http/delivery-metrics.ts'
import { fastifyOptions } from './http/fastify-options.ts'
import { providersHealth } from './http/health.ts'
import { createJobMetrics } from './http/job-metrics.ts'
import { createMetrics } from './http/metrics.ts'
import type { ServerParts } from './http/server-parts.ts'
import { listenAt } from './listen-at.ts'
import { type Listener, listenerOf } from './listener.ts'
import { mountServer } from './mount.ts'
import { buildOperationsListener, type OperationsListener } from './operations-listener.ts'
import { buildOwnListeners, type OwnListener } from './own-listeners.ts'
import { composeHost } from './services/composition.ts'
import { asLogger } from './services/pino-logger.ts'
import { PublicAddress } from './services/public-address.ts'

/** A server that is ready, but does not listen yet. */
export interface Server {
  /** The Fastify instance, for `inject` and for routes of one's own. */
  readonly app: FastifyInstance
  /** The host: calls without HTTP, and its services. */
  readonly host: Host
  /**
   * An ordinary `(request, response)` listener, also behind `express.json()` and under a sub-path.
   *
   * @throws `PUBLIC_URL_REQUIRED` where `server.publicUrl` is not configured: only the application knows where it is reached.
   */
  readonly handler: Listener
  /** The same of plugins that have a listener of their own (`server.listeners`), by plugin id: `app` has none of their endpoints. */
  readonly listeners: Readonly<Record<string, { readonly app: FastifyInstance; readonly handler: Listener }>>
  /** What operators fetch, where `server.operations` names an address; null: there is none. */
  readonly operations: { readonly app: FastifyInstance; readonly handler: Listener } | null
  /**
   * Listens where the configuration says: at the server's own address last, so that all is there when that answers.
   *
   * @throws `ADDRESS_UNAVAILABLE` where an address is taken, not permitted, or none of this machine; `close()` ends what listens by then.
   *
   * @returns The addresses at which this machine reaches the server, and each plugin that has a listener of its own.
   */
  listen(): Promise<{
    readonly url: string
    readonly listeners: Readonly<Record<string, string>>
    /** Where operators reach theirs; null where that is no address of its own. */
    readonly operations: string | null
  }>
  /** Takes no new calls, lets those in progress finish and settle, then closes the store. Any number of times. */
  close(): Promise<void>
}

const SLOW_READERS_MS = 5_000

/** Composes the host of a checked configuration, and the parts of its routes. Its deliveries are measured. */
export async function composeServer(config: CheckedConfig, { logger, migrate }: ServerOptions): Promise<ServerParts> {
  const attempts = createAttemptMetrics()
  const host = await composeHost(config, {
    logger: asLogger(logger),
    migrate: migrate ?? true,
    observeDelivery: attempts.attempted,
  })
  const [store, clock] = [host.get(Store), host.get(Clock)]
  return {
    config,
    host,
    clock,
    logger: host.get(Logger),
    metrics: createMetrics({
      health: () => providersHealth(host),
      clockSkewMs: () => host.clockSkewMs,
      others: [
        attempts.registry,
        createDeliveryMetrics({ store: store.webhooks, clock }),
        createJobMetrics({ jobs: store.jobs, clock }),
      ],
    }),
    lifecycle: { draining: false },
  }
}

async function buildApp(parts: ServerParts): Promise<FastifyInstance> {
  const { host, config } = parts
  const app = fastify(fastifyOptions(host, config.server))
  app.addHook('onClose', () => host.stop())
  const { prefix } = config.server
  if (prefix === '') mountServer(app, parts, { wholePrefix: true })
  else {
    await app.register(
      (ours, _options, done) => {
        mountServer(ours, parts, { wholePrefix: true })
        done()
      },
      { prefix },
    )
  }
  await app.ready()
  return app
}

/**
 * Makes a server from a configuration: a file (YAML, JSON, TypeScript) or a value. It installs no signal handler and never exits
 * the process.
 *
 * @param config A path, a value, or what `loadConfig` gave.
 * @param options A logger of the host; whether the schema is migrated.
 * @throws `INVALID_CONFIGURATION` with every fault at once; `CONFIGURATION_UNREADABLE`; `DATABASE_NOT_MIGRATED`;
 *   `DATABASE_IN_USE` where another process serves this SQLite database.
 * @example
 * const server = await createServer('./parakh.yaml')
 * const { url } = await server.listen()
 */
export async function createServer(
  config: Config | CheckedConfig | string,
  options: ServerOptions = {},
): Promise<Server> {
  const checked = await resolveConfig(config, options)
  const parts = await composeServer(checked, options)
  const { host } = parts
  try {
    await host.start()
    return assemble(parts, await buildApp(parts), {
      own: await buildOwnListeners(parts),
      watched: await buildOperationsListener(parts),
    })
  } catch (error) {
    await host.stop().catch(() => undefined)
    throw error
  }
}

/** What an address of operators on every interface needs: anyone who reaches it reads the traffic of the business. */
const OPERATIONS_HINT = 'a private address, a firewall in front of the port, or a token in its place'

interface Listeners {
  readonly own: readonly OwnListener[]
  readonly watched: OperationsListener | null
}

function assemble(parts: ServerParts, app: FastifyInstance, { own, watched }: Listeners): Server {
  const { host, config, lifecycle } = parts
  const address = host.get(PublicAddress)
  const mounted = (app: FastifyInstance) => ({
    app,
    get handler() {
      address.requireFor('an application that mounts the handler')
      return listenerOf(app)
    },
  })
  const apps = [app, ...own.map((listener) => listener.app), ...(watched ? [watched.app] : [])]
  let closing: Promise<void> | null = null
  const drainAndClose = async (): Promise<void> => {
    lifecycle.draining = true
    await host.drain()
    // A caller that never reads its answer must not keep the server from ending.
    const slow = setTimeout(() => {
      for (const { server } of apps) server.closeAllConnections()
    }, SLOW_READERS_MS)
    await Promise.all(apps.map((one) => one.close()))
    clearTimeout(slow)
  }
  return {
    app,
    host,
    get handler() {
      address.requireFor('an application that mounts the handler')
      return listenerOf(app)
    },
    listeners: Object.fromEntries(own.map((one) => [one.plugin, mounted(one.app)])),
    operations: watched && { app: watched.app, handler: listenerOf(watched.app) },
    async listen() {
      if (closing) throw serverErrors.error('SERVER_CLOSED')
      const listeners: Record<string, string> = {}
      for (const one of own)
        listeners[one.plugin] = await listenAt(one.app, one, joinPath('server.listeners', one.plugin))
      const operations = watched && (await listenAt(watched.app, watched, 'server.operations'))
      const url = `${await listenAt(app, config.server, 'server')}${config.server.prefix}`
      address.bound(url)
      if (watched && EVERYWHERE.includes(watched.host))
        parts.logger.warn('operations.open_to_all', {
          host: watched.host,
          port: watched.port,
          allowed: OPERATIONS_HINT,
        })
      return { url, listeners, operations }
    },
    close() {
      closing ??= drainAndClose()
      return closing
    },
  }
}
