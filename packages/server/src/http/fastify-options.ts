import { type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { CallResponse, Host } from '@parakh/kernel'
import type { FastifyError, FastifyHttpOptions, FastifyRequest } from 'fastify'
import type { ServerSection } from '../config/server-section.ts'
import { BODY_LIMIT } from './json-body.ts'
import { malformedOf } from './malformed.ts'
import { sentIdsOf } from './read-call.ts'
import { refuseSecrets, secretsIn } from './secret-in-url.ts'
import { send } from './send-response.ts'

const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 30_000
const CHECK_EVERY_MS = 5_000
/** A request id of 128 characters, each percent-encoded. */
const LONGEST_PARAMETER = 384

const STATUS_TEXT: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}
const statusOf = (error: Error & { code?: string }): number =>
  error.code === 'HPE_HEADER_OVERFLOW' ? 431 : error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400

/** Methods whose requests are answered without waiting for the end of a body. */
const WITHOUT_BODY = ['GET', 'HEAD']

/** What is being answered on a connection, as Node keeps it with the socket; null: nothing, or the rest of its body is waited for. */
function pendingAnswer(socket: Socket): ServerResponse | null {
  const pending = '_httpMessage' in socket ? socket._httpMessage : null
  if (!(pending instanceof ServerResponse)) return null
  const { complete, method = '' } = pending.req
  return complete || WITHOUT_BODY.includes(method) ? pending : null
}

/** Answers a connection that does not send valid HTTP in the fallback envelope, and closes it. */
function answerGarbage(host: Host) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    // A call before it is answered first, and nothing after it: a 400 in its place would deny what it was charged.
    const pending = pendingAnswer(socket)
    if (pending) return void pending.once('close', () => socket.destroySoon())
    const status = statusOf(error)
    const response = host.fault('BAD_REQUEST')
    const body = Buffer.from(response.body)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_TEXT[status]}`,
      'content-type: application/json; charset=utf-8',
      'cache-control: no-store',
      `x-request-id: ${response.requestId}`,
      `content-length: ${body.length}`,
      'connection: close',
    ].join('\r\n')
    socket.end(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), body]))
  }
}

/** The answer to a URL that cannot be decoded. */
function routingFault(host: Host, error: FastifyError, request: FastifyRequest): CallResponse {
  const malformed = malformedOf(error)
  if (!malformed) return host.fault('INTERNAL_ERROR', sentIdsOf(request))
  return host.fault(malformed.code, { message: malformed.message ?? 'The URL is malformed', ...sentIdsOf(request) })
}

/** zod validates requests and responses, so Fastify need not load its JSON Schema compilers, which take 50 ms. */
function compileNothing(): never {
  throw new TypeError('a route of this server has no JSON Schema')
}

/** The options of our own Fastify (reliability.md section 4). Its logger is off, because it writes URLs. */
export function fastifyOptions(host: Host, { trustProxy }: ServerSection): FastifyHttpOptions<Server> {
  return {
    logger: false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_EVERY_MS },
    schemaController: { compilersFactory: { buildValidator: compileNothing, buildSerializer: compileNothing } },
    // Call routes disable HEAD themselves.
    exposeHeadRoutes: true,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    trustProxy,
    requestIdHeader: false,
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    clientErrorHandler: answerGarbage(host),
    frameworkErrors: (error, request, reply) => {
      const secrets = secretsIn(request.originalUrl)
      if (secrets.length === 0) return void send(reply, routingFault(host, error, request))
      void refuseSecrets({ host }, request, { secrets }).then((response) => send(reply, response))
    },
  }
}
