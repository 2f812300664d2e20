import { errorFacts, Ids, PublicAddress } from '@parakh/core'
import type { FastifyInstance } from 'fastify'
import { malformedOf } from '../http/malformed.ts'
import type { OperationsAccess } from '../http/operations-access.ts'
import type { ServerParts } from '../http/server-parts.ts'
import { notFound } from './admin-fault.ts'
import { adminOpenapi } from './admin-openapi.ts'
import { type AdminParts, addAdminRoute } from './answer-admin.ts'
import { faultOf, internal } from './error-status.ts'
import { adminIdentity } from './identify-admin.ts'
import { operationRoutes } from './operation-route.ts'
import { idOfRequest, malformedFault, REQUEST_ID, sendFault } from './send-fault.ts'

/** The path of the admin API, below the prefix of the server. */
export const ADMIN_PREFIX = '/admin/v1'

/**
 * Adds the admin API in an encapsulated instance below `/admin/v1`, with its own parsers, error handler and unknown-route answer,
 * unless the configuration disables it.
 */
export function mountAdmin(app: FastifyInstance, parts: ServerParts, access: OperationsAccess): void {
  if (!parts.config.admin.enabled) return
  const identity = adminIdentity(parts.host, parts.clock, parts.config.rateLimits.failedAuth)
  app.register(
    (ours, _options, done) => {
      addAdminRoutes(ours, { ...parts, identity })
      addAdminDocument(ours, parts, access)
      done()
    },
    { prefix: ADMIN_PREFIX },
  )
}

function addAdminRoutes(app: FastifyInstance, parts: AdminParts): void {
  const ids = parts.host.get(Ids)
  // Responses must not be cached. The id is ours: a client's would be text of a stranger in the log.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff').header(REQUEST_ID, ids.next())
  })
  app.setErrorHandler((error: Error, _request, reply) => {
    const malformed = malformedOf(error)
    const request_id = idOfRequest(reply)
    if (!malformed) parts.logger.error('admin.failed', { route: null, request_id, ...errorFacts(error) })
    return sendFault(reply, malformed ? malformedFault(malformed) : internal())
  })
  const operations = parts.host.operations.map(({ operation }) => operation)
  for (const route of operationRoutes(operations)) addAdminRoute(app, route, parts)
  app.all('/*', async (request, reply) => {
    // Authenticate first, as on every route.
    const fault: unknown = await parts.identity.identify(request).then(notFound, (thrown: unknown) => thrown)
    return sendFault(reply, faultOf(fault, { viewerId: null, statusOf: (code) => parts.host.errorStatus(code) }))
  })
}

/** The OpenAPI document, for operators only: generated once, because it is large. */
export function addAdminDocument(
  app: FastifyInstance,
  { config: { brand }, host }: ServerParts,
  access: OperationsAccess,
): void {
  let made: string | null = null
  const make = (): string => {
    const { servers: _, ...rest } = adminOpenapi(host, { brand, baseUrl: '' })
    return JSON.stringify(rest)
  }
  const address = host.get(PublicAddress)
  app.get('/openapi.json', async (request, reply) => {
    if (!access.allows(request)) return access.refuse(request, reply)
    made ??= make()
    const servers = JSON.stringify([{ url: address.url }])
    return await reply.type('application/json; charset=utf-8').send(`${made.slice(0, -1)},"servers":${servers}}`)
  })
}
