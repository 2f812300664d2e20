import { Auth } from '@parakh/core'
import type { FastifyInstance } from 'fastify'
import type { ServerParts } from './server-parts.ts'

/** What operators and clients fetch beside calls: `/metrics`, `/.well-known/jwks.json`, `/sandbox/scenarios`. */
export function addOperations(app: FastifyInstance, { host, metrics }: ServerParts): void {
  const auth = host.get(Auth)
  app.get('/metrics', async (_request, reply) => {
    const { contentType, body } = await metrics.text()
    return await reply.type(contentType).send(body)
  })
  app.get('/.well-known/jwks.json', async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(await auth.jwks()),
  )
  app.get('/sandbox/scenarios', async () => {
    const scenarios = await host.scenarios()
    return { scenarios: scenarios.map(({ example: _, ...entry }) => entry) }
  })
}
