import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Clock, Logger, Metrics, type Provided, Store } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import fastify, { type FastifyInstance } from 'fastify'
import type { CheckedConfig } from './config/checked-config.ts'
import { EVERYWHERE } from './config/listeners.ts'
import type { Config } from './config/schema.ts'
import { joinPath } from './config/schema-faults.ts'
import { serverErrors } from './error-codes.ts'
import { resolveConfig, type ServerOptions } from './host-from-config.ts'
import { fastifyOptions } from './http/fastify-options.ts'
import { providersHealth, readiness } from './http/health.ts'
import { createMetrics } from './http/metrics.ts'
import { Overload } from './http/overload.ts'
import type { ServerParts } from './http/server-parts.ts'
import { listenAt } from './listen-at.ts'
import { type Listener, listenerOf } from './listener.ts'
import { mountServer } from './mount.ts'
import { buildOperationsListener, type OperationsListener } from './operations-listener.ts'
import { buildOwnListeners, type OwnListener } from './own-listeners.ts'
import { composeHost } from './services/composition.ts'
import { asLogger } from './services/pino-logger.ts'
import { ServerAddress } from './services/public-address.ts'

/** A server that is ready and does not listen yet. */
export interface Server {
  /** The Fastify instance, for `inject` and additional routes. */
  readonly app: FastifyInstance
  /** The host: calls without HTTP, and its services. */
  readonly host: Host
  /**
   * An ordinary `(request, response)` listener, also behind `express.json()` and under a sub-path.
   *
   * @throws `PUBLIC_URL_REQUIRED` if `server.publicUrl` is not configured: only the application knows its URL.
   */
  readonly handler: Listener
  /** The same for plugins with their own listener (`server.listeners`), by plugin id: `app` does not have their endpoints. */
  readonly listeners: Readonly<Record<string, { readonly app: FastifyInstance; readonly handler: Listener }>>
  /** The operations pages, if `server.operations` names an address; else null. */
  readonly operations: { readonly app: FastifyInstance; readonly handler: Listener } | null
  /**
   * Listens at all configured addresses: at the server's own last, so that the others are ready when it answers.
   *
   * @throws `ADDRESS_UNAVAILABLE` if an address is in use, not permitted, or not of this machine; `close()` ends the listeners that
   *   were started.
   *
   * @returns The URLs for this machine, of the server and of each plugin with its own listener.
   */
  listen(): Promise<{
    readonly url: string
    readonly listeners: Readonly<Record<string, string>>
    /** The URL of the operations pages; null: no separate address. */
    readonly operations: string | null
  }>
  /** Refuses new calls, lets those in flight settle, then closes the store. Idempotent. */
  close(): Promise<void>
}

const SLOW_READERS_MS = 5_000

/** How a server is made. */
export interface CreateServerOptions extends ServerOptions {
  /**
   * What the application knows of a request, for schemes such as a host's own session. Called for a call whose schemes ask.
   *
   * @param request As it came to `handler`: that of Express has its session.
   */
  facts?(request: IncomingMessage): readonly Provided[]
}

/** Composes the host of a checked configuration, and the parts for its routes. */
export async function composeServer(
  config: CheckedConfig,
  { logger, migrate, facts = null }: ServerOptions & Partial<Pick<ServerParts, 'facts'>>,
): Promise<ServerParts> {
  const host = await composeHost(config, {
    logger: asLogger(logger),
    migrate: migrate ?? true,
  })
  try {
    const { billing } = host.get(Store)
    const queue = () => billing.queue?.() ?? null
    const lifecycle = { draining: false }
    const metrics = createMetrics({
      health: () => providersHealth(host),
      readiness: async () => (await readiness({ host, lifecycle })).status,
      clockSkewMs: () => host.clockSkewMs,
      queue,
      others: host.get(Metrics),
      logger: host.get(Logger),
    })
    const [clock, log] = [host.get(Clock), host.get(Logger)]
    const overload = new Overload({ host, clock, logger: log, metrics, queue })
    return { config, host, clock, logger: log, facts, metrics, overload, lifecycle }
  } catch (error) {
    await host.stop().catch(() => undefined)
    throw error
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
 * @param options A logger of the host; whether the schema is migrated; what the application knows of requests.
 * @throws `INVALID_CONFIGURATION` with all faults; `CONFIGURATION_UNREADABLE`; `DATABASE_NOT_MIGRATED`; `DATABASE_IN_USE` if another
 *   process serves this SQLite database.
 * @example
 * const server = await createServer('./parakh.yaml')
 * const { url } = await server.listen()
 */
export async function createServer(
  config: Config | CheckedConfig | string,
  { facts, ...options }: CreateServerOptions = {},
): Promise<Server> {
  const checked = await resolveConfig(config, options)
  const parts = await composeServer(checked, { ...options, facts: facts ? ({ raw }) => facts(raw) : null })
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

/** Warns about an operations address on all interfaces, because whoever reaches it can read metrics of the business. */
const OPERATIONS_HINT = 'a private address, a firewall in front of the port, or a token in its place'

interface Listeners {
  readonly own: readonly OwnListener[]
  readonly watched: OperationsListener | null
}

function assemble(parts: ServerParts, app: FastifyInstance, { own, watched }: Listeners): Server {
  const { host, config, lifecycle } = parts
  const address = host.get(ServerAddress)
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
    const { drainDelaySeconds } = config.server
    if (app.server.listening && drainDelaySeconds > 0) await sleep(1_000 * drainDelaySeconds)
    await host.drain()
    // A client that never reads its response must not prevent the server from stopping.
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
      for (const { server } of apps) parts.overload.bound(server, config.server.overload.mostConnections)
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
