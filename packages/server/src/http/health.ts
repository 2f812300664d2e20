import { isParakhError, noFailures, Store, sumOfFailures, Upstream, type UpstreamHealth } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { FastifyInstance } from 'fastify'
import type { ReadinessStatus } from './metrics.ts'
import type { OperationsAccess } from './operations-access.ts'
import type { ServerParts } from './server-parts.ts'

/** The health of every live provider, also of those never asked, in the order of the configuration. */
export function providersHealth(host: Host): readonly UpstreamHealth[] {
  const known = new Map(
    host
      .get(Upstream)
      .health()
      .map((one) => [one.provider, one]),
  )
  const configured = host.endpoints.flatMap(({ providers }) => providers)
  return [...new Set([...configured, ...known.keys()])].map(
    (provider) =>
      known.get(provider) ?? { provider, circuit: 'closed', successes: 0, failures: noFailures(), lastTrouble: null },
  )
}

/** The same in the numbers that a monitor compares; why attempts failed is told by `sources.list`. */
const upstreamOf = ({ provider, circuit, successes, failures }: UpstreamHealth) => {
  const { unusable, denied } = failures
  return { provider, circuit, failures: sumOfFailures(failures), successes, unusable, denied }
}

/** The state in one word, and its details for operators. */
interface Readiness {
  readonly ready: boolean
  readonly status: ReadinessStatus
  /** `ok`, or the code of the store's error. */
  readonly store: string
  readonly money: 'on' | 'stopped' | 'recovery' | null
}

/** Whether a server accepts calls, and if not, why. */
export async function readiness({ host, lifecycle }: Pick<ServerParts, 'host' | 'lifecycle'>): Promise<Readiness> {
  const store = host.get(Store)
  const [trouble, money] = await Promise.all([
    store.ping().then(
      () => null,
      (error: unknown) => (isParakhError(error) ? error.code : 'unavailable'),
    ),
    store.money.state().then(
      ({ mode }) => mode,
      () => null,
    ),
  ])
  const known = { store: trouble ?? 'ok', money }
  if (lifecycle.draining) return { ready: false, status: 'draining', ...known }
  if (trouble === 'DATABASE_FULL') return { ready: false, status: 'disk_full', ...known }
  if (trouble !== null || money === null) return { ready: false, status: 'unavailable', ...known }
  // Stopped money does not make the server unready: free calls and replays work.
  if (money === 'on') return { ready: true, status: 'ready', ...known }
  return { ready: true, status: money === 'stopped' ? 'money_stopped' : 'money_in_recovery', ...known }
}

/**
 * `/healthz`: the process runs. `/readyz`: it accepts calls, because the store is writable and the server is not stopping; details are
 * for operators. A failing provider is reported but does not make the server unready, because other endpoints work.
 */
export function addHealth(app: FastifyInstance, parts: ServerParts, door: OperationsAccess): void {
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    const { ready, status, store, money } = await readiness(parts)
    reply.code(ready ? 200 : 503).header('cache-control', 'no-store')
    if (!door.allows(request)) return await reply.send({ status })
    const told = money === null ? {} : { money }
    return await reply.send({ status, store, ...told, upstreams: providersHealth(parts.host).map(upstreamOf) })
  })
}
