import { Store, Upstream, type UpstreamHealth } from '@parakh/core'
import type { Host } from '@parakh/kernel'
import type { FastifyInstance } from 'fastify'
import type { ServerParts } from './server-parts.ts'

/** How well every live provider does, those that were never asked too, in the order of the configuration. */
export function providersHealth(host: Host): readonly UpstreamHealth[] {
  const known = new Map(
    host
      .get(Upstream)
      .health()
      .map((one) => [one.provider, one]),
  )
  const configured = host.endpoints.flatMap(({ providers }) => providers)
  return [...new Set([...configured, ...known.keys()])].map(
    (provider) => known.get(provider) ?? { provider, circuit: 'closed', failures: 0, successes: 0 },
  )
}

/**
 * `/healthz`: the process lives. `/readyz`: it takes calls: the store answers and it is not about to end. A provider in
 * trouble is told, but does not make the server unready: other endpoints work.
 */
export function addHealth(app: FastifyInstance, { host, lifecycle }: ServerParts): void {
  const store = host.get(Store)
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    // Money that is stopped does not make the server unready: free calls and replays go on.
    const money = await store
      .ping()
      .then(() => store.money.state())
      .then(
        ({ mode }) => mode,
        () => null,
      )
    const stored = money !== null
    const ready = stored && !lifecycle.draining
    return await reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : lifecycle.draining ? 'draining' : 'unavailable',
        store: stored ? 'ok' : 'unavailable',
        ...(money === null ? {} : { money }),
        upstreams: providersHealth(host),
      })
  })
}
