import { AccessTokens } from '@parakh/core'
import type { FastifyInstance } from 'fastify'
import type { OperationsAccess } from './operations-access.ts'
import type { ServerParts } from './server-parts.ts'

/** `/metrics` for Prometheus: for operators only. */
export function addMetrics(app: FastifyInstance, { metrics }: ServerParts, door: OperationsAccess): void {
  app.get('/metrics', async (request, reply) => {
    if (!door.allows(request)) return door.refuse(request, reply)
    const { contentType, body } = await metrics.text()
    return await reply.type(contentType).send(body)
  })
}

/** Public data besides calls: `/.well-known/jwks.json`, `/sandbox/scenarios`. */
export function addCatalogues(app: FastifyInstance, { host }: ServerParts): void {
  const tokens = host.get(AccessTokens)
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await tokens.jwks()),
  )
  app.get('/sandbox/scenarios', async () => {
    const scenarios = await host.scenarios()
    return { scenarios: scenarios.map(({ example: _, ...entry }) => entry) }
  })
}
