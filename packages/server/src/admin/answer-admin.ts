import { coreErrors, errorFacts, hasAdminScope } from '@parakh/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routePath } from '../http/call-route.ts'
import { malformedOf } from '../http/malformed.ts'
import { parseQuery } from '../http/query-text.ts'
import type { ServerParts } from '../http/server-parts.ts'
import type { AdminContext, AdminRoute } from './admin-route.ts'
import { faultOf, internal } from './error-status.ts'
import type { AdminIdentity } from './identify-admin.ts'
import { sendAnswer } from './send-answer.ts'
import { idOfRequest, malformedFault, sendFault } from './send-fault.ts'

/** The services of a route. */
export interface AdminParts extends ServerParts {
  readonly identity: AdminIdentity
}

/** A request that is being answered. */
interface RequestAndReply {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** Adds a route. The caller is authenticated before the body is read. */
export function addAdminRoute(app: FastifyInstance, route: AdminRoute, parts: AdminParts): void {
  const admitted = new WeakMap<FastifyRequest, AdminContext>()
  const refuse = (exchange: RequestAndReply, error: unknown): FastifyReply => {
    const viewerId = admitted.get(exchange.request)?.accountId ?? null
    const fault = faultOf(error, { viewerId, statusOf: (code) => parts.host.errorStatus(code, route.errors) })
    if (fault.status === 500) {
      const request_id = idOfRequest(exchange.reply)
      parts.logger.error('admin.failed', { route: route.id, request_id, ...errorFacts(error) })
    }
    return sendFault(exchange.reply, fault)
  }
  app.route({
    method: route.method,
    url: routePath(route.path),
    bodyLimit: route.bodyLimit,
    onRequest: async (request, reply) => {
      try {
        admitted.set(request, await admit(route, parts, request))
      } catch (error) {
        return refuse({ request, reply }, error)
      }
    },
    handler: async (request, reply) => {
      const context = admitted.get(request)
      if (!context) return refuse({ request, reply }, internal())
      try {
        const answer = await route.answer(context, rawOf(request))
        reply.headers(context.headers?.() ?? {})
        return await sendAnswer(route, { request, reply }, answer)
      } catch (error) {
        return refuse({ request, reply }, error)
      }
    },
    errorHandler: (error, request, reply) => {
      const malformed = malformedOf(error)
      return refuse({ request, reply }, malformed ? malformedFault(malformed) : error)
    },
    onResponse: async (request, reply) => {
      const actor = admitted.get(request)?.actor ?? null
      parts.logger.info('admin', {
        route: route.id,
        actor,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        request_id: idOfRequest(reply),
      })
    },
  })
}

/** The parts of a request. @throws AdminFault 400 for a query that cannot be parsed. */
function rawOf({ raw, params, body, headers }: FastifyRequest) {
  const parsed = parseQuery(raw.url ?? '')
  if ('problem' in parsed) throw malformedFault({ code: 'BAD_REQUEST', message: parsed.problem })
  return { params, query: { ...parsed.query }, body, idempotencyKey: headers['idempotency-key'] }
}

/** Authenticates the caller and checks the scope. */
async function admit({ scope }: AdminRoute, parts: AdminParts, request: FastifyRequest): Promise<AdminContext> {
  const caller = await parts.identity.identify(request)
  const { host } = parts
  if (!hasAdminScope(caller, scope, host.scopes)) throw coreErrors.error('SCOPE_MISSING', { scope: scope.id })
  return { host, ...caller }
}
