import type { Caller, CallerReply, CallerRequest } from './caller.ts'
import { caller } from './caller.ts'
import type { OwnDatabase } from './database.ts'
import { postgresDatabase, postgresServer, sqliteDatabase } from './database.ts'
import { type FakeUpstream, fakeUpstream, type UpstreamOptions } from './fake-upstream.ts'
import { type Operator, openOperator } from './operator.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { NO_LIMITS, type RigSettings, rigSecrets } from './server-settings.ts'

/** What a cluster is made of. */
export interface ClusterOptions {
  /** Server processes; 4 on PostgreSQL, 1 on SQLite. */
  readonly processes?: number
  readonly client?: RigSettings['database']['client']
  readonly upstream: UpstreamOptions
  /** What differs from the rig's own settings; by process where it is a function. */
  readonly settings?: Partial<RigSettings> | ((index: number) => Partial<RigSettings>)
}

/** Server processes on one database, with an upstream, an operator and a client. */
export interface Cluster {
  readonly servers: ServerProcess[]
  readonly database: OwnDatabase
  readonly upstream: FakeUpstream
  readonly operator: Operator
  readonly client: Caller
  /** The settings of a process. */
  settings(index: number): RigSettings
  /** Starts the process again in its place. */
  restart(index: number): Promise<ServerProcess>
  /** Starts one more, with settings that were not known before: who is paid commission. */
  add(more: Partial<RigSettings>): Promise<ServerProcess>
  /** Calls one of the servers: the n-th, and round again. */
  call(nth: number, request: Omit<CallerRequest, 'url'>): Promise<CallerReply>
  close(): Promise<void>
}

/**
 * Starts a cluster. `buildServers` comes first.
 *
 * @example
 * const cluster = await startCluster({ upstream: { seed: '1', delayMs: [5, 50] } })
 * const payer = await cluster.operator.payer('100')
 * const reply = await cluster.call(0, { path: '/api/v1/things/a', headers: payer.headers })
 */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { client = 'pg', processes = client === 'pg' ? 4 : 1 } = options
  const place =
    client === 'pg' ? await ownPostgres() : { database: await sqliteDatabase(), stop: async () => undefined }
  const { database } = place
  const upstream = await fakeUpstream(options.upstream)
  const secrets = rigSecrets()
  const settings = (index: number): RigSettings => ({
    ...{ database: database.database, secrets, upstreamUrl: upstream.url, rateLimits: NO_LIMITS },
    ...(typeof options.settings === 'function' ? options.settings(index) : options.settings),
  })
  // The operator migrates, so that the servers find the schema up to date.
  const operator = await openOperator(settings(0))
  const servers = await Promise.all(Array.from({ length: processes }, (_, index) => startServer(settings(index))))
  const http = caller()
  /** Those that were replaced: their logs may still be read. */
  const ended: ServerProcess[] = []
  return {
    ...{ servers, database, upstream, operator, client: http, settings },
    async restart(index) {
      const started = await startServer(settings(index))
      const before = servers[index]
      if (before) ended.push(before)
      servers[index] = started
      return started
    },
    async add(more) {
      const started = await startServer({ ...settings(servers.length), ...more })
      servers.push(started)
      return started
    },
    call(nth, request) {
      const server = servers[nth % servers.length]
      if (!server) throw new RangeError('there is no server')
      return http.call({ ...request, url: server.url })
    },
    async close() {
      http.close()
      await Promise.all([...servers, ...ended].map((server) => server[Symbol.asyncDispose]()))
      await operator.close()
      await upstream.close()
      await database.drop()
      await place.stop()
    },
  }
}

async function ownPostgres(): Promise<{ database: OwnDatabase; stop(): Promise<void> }> {
  const server = await postgresServer()
  return { database: await postgresDatabase(server), stop: server.stop }
}
