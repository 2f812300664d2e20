import { errorFacts } from '@parakh/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress } from './client-address.ts'
import { logRequest } from './log-request.ts'
import { malformedOf } from './malformed.ts'
import { sentIdsOf } from './read-call.ts'
import { send } from './send-response.ts'
import type { ServerParts } from './server-parts.ts'

/** Answers requests without an endpoint: unknown routes, wrong methods, HEAD (decisions.md section 3). */
export function unknownRoute({ host, clock, ...observers }: ServerParts) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    const startedMs = clock.monotonicMs()
    const response = host.unknownPath({ ip: clientAddress(request), ...sentIdsOf(request) })
    logRequest(observers, null, { response, elapsedMs: clock.monotonicMs() - startedMs })
    return send(reply, response)
  }
}

/** Answers errors outside endpoints. A malformed body on an unknown route is answered as an unknown route. */
export function answerErrors(app: FastifyInstance, parts: ServerParts): void {
  const unknown = unknownRoute(parts)
  app.setErrorHandler((error: Error, request, reply) => {
    const malformed = malformedOf(error)
    if (malformed && request.is404) return unknown(request, reply)
    const id = sentIdsOf(request)
    if (malformed) {
      const { code, message } = malformed
      return send(reply, parts.host.fault(code, message === undefined ? id : { message, ...id }))
    }
    parts.logger.error('request.failed', { endpoint: null, ...errorFacts(error) })
    return send(reply, parts.host.fault('INTERNAL_ERROR', id))
  })
}
