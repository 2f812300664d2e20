import { errorFacts } from '@parakh/core'
import type { CallResponse, HostedEndpoint } from '@parakh/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BODY_LIMIT } from './json-body.ts'
import { logRequest } from './log-request.ts'
import { type Malformed, malformedOf } from './malformed.ts'
import type { RawBodies } from './raw-bodies.ts'
import { incomingCall, sentIdsOf } from './read-call.ts'
import { send } from './send-response.ts'
import type { ServerParts } from './server-parts.ts'

/** An endpoint's path in Fastify's syntax: `/orders/{id}` -> `/orders/:id`. */
export const routePath = (path: string): string => path.replace(/\{([^}]+)\}/g, ':$1')

/**
 * The route of one endpoint. A request that cannot be parsed is also passed to the host, which answers in the endpoint's envelope after
 * authentication.
 */
export function addCallRoute(
  app: FastifyInstance,
  hosted: HostedEndpoint,
  parts: ServerParts & { readonly rawBodies: RawBodies },
): void {
  const { host, clock, logger, overload } = parts
  const answer = async (request: FastifyRequest, reply: FastifyReply, malformed?: Malformed): Promise<FastifyReply> => {
    const startedMs = clock.monotonicMs()
    const response: CallResponse = await host.handle(incomingCall(parts, hosted, { request, malformed }))
    logRequest(parts, hosted.endpoint.id, { response, elapsedMs: clock.monotonicMs() - startedMs })
    return send(reply, response)
  }
  const { method, replay } = hosted.endpoint
  app.route({
    method,
    url: routePath(hosted.path),
    bodyLimit: BODY_LIMIT,
    // A HEAD route of a paid GET would charge, so endpoints have none.
    exposeHeadRoute: method === 'GET' && replay === false && !hosted.path.startsWith('/api/v1/'),
    onRequest: overload.guard(hosted),
    handler: (request, reply) => answer(request, reply),
    errorHandler: async (error, request, reply) => {
      const malformed = malformedOf(error)
      if (malformed) return await answer(request, reply, malformed)
      logger.error('request.failed', { endpoint: hosted.endpoint.id, ...errorFacts(error) })
      return send(reply, host.fault('INTERNAL_ERROR', { hosted, ...sentIdsOf(request) }))
    },
  })
}
