import { Store, Upstream } from '@parakh/core'
import type { FastifyInstance } from 'fastify'
import type { ServerParts } from './server-parts.ts'

/**
 * `/healthz`: the process lives. `/readyz`: it takes calls: the store answers and it is not about to end. A provider in
 * trouble is told, but does not make the server unready: other endpoints work.
 */
export function addHealth(app: FastifyInstance, { host, lifecycle }: ServerParts): void {
  const store = host.get(Store)
  const upstream = host.get(Upstream)
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const stored = await store.ping().then(
      () => true,
      () => false,
    )
    const ready = stored && !lifecycle.draining
    return await reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : lifecycle.draining ? 'draining' : 'unavailable',
        store: stored ? 'ok' : 'unavailable',
        upstreams: upstream.health(),
      })
  })
}
