import { Readable } from 'node:stream'
import {
  Clock,
  errorFacts,
  Ids,
  isParakhError,
  type RouteAnswers,
  type RouteRequest,
  type RouteResponse,
} from '@parakh/core'
import { type CallResponse, type HostedRoute, signedRequest } from '@parakh/kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { brandedPage, brandedPagePolicy } from './branded-page.ts'
import { providerCallback } from './callbacks.ts'
import { clientAddress } from './client-address.ts'
import { sentIdsOf } from './read-call.ts'
import { send } from './send-response.ts'
import type { ServerParts } from './server-parts.ts'
import { answerErrors } from './unknown-route.ts'

const REST = /\{([^}]+)\.\.\.\}$/

/** A route's path in Fastify's syntax: `/documents/{token...}` -> `/documents/*`. */
const fastifyPath = (path: string): string => path.replace(REST, '*').replace(/\{([^}]+)\}/g, ':$1')

/** Routes of plugins. Bodies are not parsed, because signatures cover the raw bytes. Nothing of a request is logged. */
export function addPluginRoutes(app: FastifyInstance, parts: ServerParts): void {
  app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, parsed) => {
      parsed(null, bytes)
    })
    answerErrors(scope, parts)
    for (const hosted of [...parts.host.routes, providerCallback(parts.host)]) addPluginRoute(scope, parts, hosted)
    done()
  })
}

function addPluginRoute(app: FastifyInstance, parts: ServerParts, { route, plugin, handle }: HostedRoute): void {
  const { method, path, bodyLimitBytes, id } = route
  app.route({
    method: method === 'GET' ? ['GET', 'HEAD'] : method,
    url: fastifyPath(path),
    bodyLimit: bodyLimitBytes,
    async handler(request, reply) {
      try {
        return sendRoute(reply, await handle(routeRequest(parts, path, request), routeAnswers(parts, request)))
      } catch (error) {
        const response = parts.host.fault('INTERNAL_ERROR', sentIdsOf(request))
        const of = { endpoint: null, plugin, route: id, request_id: response.requestId }
        parts.logger.error('request.failed', { ...of, ...errorFacts(error) })
        return send(reply, response)
      }
    },
  })
}

/** A request as its signature is verified: a header that is there twice is unique in no form. */
function routeRequest({ host }: ServerParts, path: string, request: FastifyRequest): RouteRequest {
  const { '*': rest, ...params } = request.params as Record<string, string>
  const [, restName] = REST.exec(path) ?? []
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
  const question = request.url.indexOf('?')
  return {
    ...signedRequest({ headers, body }, host.get(Clock).now()),
    method: request.method,
    params: restName === undefined ? params : { ...params, [restName]: rest ?? '' },
    query: new URLSearchParams(question < 0 ? '' : request.url.slice(question)),
    ip: clientAddress(request),
    host: request.host.toLowerCase(),
  }
}

const fromCall = ({ status, headers, body }: CallResponse): RouteResponse => ({ status, headers, body })

const REFUSED_CALLBACKS: Readonly<
  Record<string, { readonly status: number; readonly code: string; readonly message: string }>
> = {
  refused: { status: 401, code: 'INVALID_SIGNATURE', message: 'The signature is not genuine' },
  malformed: {
    ...{ status: 400, code: 'MALFORMED_CALLBACK' },
    message: 'The signature is genuine, and what it signs cannot be used',
  },
}

function routeAnswers({ host, config: { brand } }: ServerParts, request: FastifyRequest): RouteAnswers {
  const json: RouteAnswers['json'] = (body, status = 200) => ({
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  })
  const unknown = () => fromCall(host.fault('UNKNOWN_ENDPOINT', sentIdsOf(request)))
  return {
    json,
    unknown,
    callback(result) {
      if (result === 'unknown') return unknown()
      const { status, ...error } = REFUSED_CALLBACKS[result] ?? { status: 200 }
      return status === 200 ? json({ success: true }) : json({ success: false, error }, status)
    },
    fault: ({ status, code, message }) => {
      const outcome = status >= 500 ? 'failed' : 'refused'
      return json(host.envelope.fault({ outcome, status, code, message, requestId: host.get(Ids).next() }).body, status)
    },
    refusal(error) {
      const status = isParakhError(error) ? host.errorStatus(error.code) : undefined
      if (status === undefined || !isParakhError(error)) throw error
      const { code, message, faults, details } = error
      const { retry_after_seconds: wait, ...more } = details
      const fields = Object.fromEntries(faults.map((fault) => [fault.path, fault.message]))
      const request_id = host.get(Ids).next()
      const fault = { code, message, ...more, ...(faults.length > 0 ? { fields } : {}) }
      const refused = json({ request_id, error: fault }, status)
      const later = wait === undefined ? {} : { 'retry-after': String(wait) }
      return { ...refused, headers: { ...refused.headers, 'x-request-id': request_id, ...later } }
    },
    page: (page, status = 200) => ({
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': brandedPagePolicy(brand) },
      body: brandedPage(brand, page),
    }),
  }
}

function sendRoute(reply: FastifyReply, { status = 200, headers = {}, body }: RouteResponse): FastifyReply {
  reply.code(status).headers(headers)
  if (body === undefined || typeof body === 'string') return reply.send(body)
  if (body instanceof Uint8Array) return reply.send(Buffer.from(body.buffer, body.byteOffset, body.byteLength))
  return reply.send(Readable.from(body))
}
