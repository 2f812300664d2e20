import type { FastifyInstance, FastifyRequest } from 'fastify'
import { logRequest } from './log-request.ts'
import { sentIdsOf } from './read-call.ts'
import { send } from './send-response.ts'
import type { ServerParts } from './server-parts.ts'

/** A host name or an address, with an optional port. */
const HOST = /^(?:[a-z0-9_][a-z0-9._-]{0,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i
/** A request target with its own authority (RFC 9112, 3.2.2). */
const ABSOLUTE = /^https?:\/\/([^/?#]*)/i

/** Returns all lines of a header; Node's `headers` has only the first `Host` line. */
const linesOf = ({ raw: { rawHeaders } }: FastifyRequest, name: string): readonly string[] =>
  rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name)

/** Returns what is wrong with the host of a request; null if nothing is. */
function hostFault(request: FastifyRequest): string | null {
  const lines = linesOf(request, 'host')
  const [host] = lines
  if (lines.length > 1) return 'The request has several Host headers. Send one'
  // HTTP/1.0 has none; Node refuses a request of HTTP/1.1 without one.
  if (host !== undefined && !HOST.test(host)) return 'The Host header must be one host with an optional port'
  const authority = ABSOLUTE.exec(request.raw.url ?? '')?.[1]
  if (authority !== undefined && authority.toLowerCase() !== host?.toLowerCase())
    return 'The host of the request target differs from the Host header'
  // Fastify returns another host only if a trusted proxy forwarded it.
  if (request.host === (host ?? '')) return null
  if (linesOf(request, 'x-forwarded-host').length > 1)
    return 'The proxy forwarded several X-Forwarded-Host headers. It must send one'
  return HOST.test(request.host) ? null : 'X-Forwarded-Host must be one host with an optional port'
}

/**
 * Refuses requests whose host is ambiguous or malformed with 400, on known and unknown routes (RFC 9112, 3.2): a proxy in front might have
 * chosen the other host, and brands and links depend on it.
 */
export function requireOneHost(app: FastifyInstance, parts: ServerParts): void {
  app.addHook('onRequest', (request, reply, proceed) => {
    const message = hostFault(request)
    if (message === null) return proceed()
    const startedMs = parts.clock.monotonicMs()
    const response = parts.host.fault('BAD_REQUEST', { message, ...sentIdsOf(request) })
    logRequest(parts, null, { response, elapsedMs: parts.clock.monotonicMs() - startedMs })
    send(reply, response)
  })
}
