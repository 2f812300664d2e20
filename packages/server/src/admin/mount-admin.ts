import { hasAdminScope } from '@parakh/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { routePath } from '../http/call-route.ts'
import { BODY_LIMIT } from '../http/json-body.ts'
import { malformedOf } from '../http/malformed.ts'
import { parseQuery } from '../http/query-text.ts'
import type { ServerParts } from '../http/server-parts.ts'
import { AdminFault, notFound } from './admin-fault.ts'
import { adminOpenapi } from './admin-openapi.ts'
import type { AdminContext, AdminRoute } from './admin-route.ts'
import { viewerOf } from './admin-viewer.ts'
import { ADMIN_ROUTES } from './all-routes.ts'
import { faultOf, internal } from './error-status.ts'
import { type AdminIdentity, adminIdentity } from './identify-admin.ts'
import { sendAnswer } from './send-answer.ts'

/** Where the admin API stands, below the prefix of the server. */
export const ADMIN_PREFIX = '/admin/v1'

/** What a route is answered with. */
interface AdminParts extends ServerParts {
  readonly identity: AdminIdentity
}

/**
 * Adds the admin API to an instance of its own below `/admin/v1`: its parsers, error handler and unknown-route answer stay there.
 * Nothing is added where the configuration switches it off.
 */
export function mountAdmin(app: FastifyInstance, parts: ServerParts): void {
  if (!parts.config.admin.enabled) return
  const identity = adminIdentity(parts.host, parts.clock, parts.config.rateLimits.failedAuth)
  app.register(
    (ours, _options, done) => {
      addAdminRoutes(ours, { ...parts, identity })
      done()
    },
    { prefix: ADMIN_PREFIX },
  )
}

function addAdminRoutes(app: FastifyInstance, parts: AdminParts): void {
  // What an operator reads is nobody else's to keep.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
  })
  app.setErrorHandler((error: Error, _request, reply) => {
    const malformed = malformedOf(error)
    if (!malformed) parts.logger.error('admin.failed', { route: null, error: error.name })
    return sendFault(reply, malformed ? malformedFault(malformed) : internal())
  })
  for (const route of ADMIN_ROUTES) addAdminRoute(app, route, parts)
  addDocument(app, parts)
  app.all('/*', async (request, reply) => {
    // As on every route: who asks comes first.
    const fault: unknown = await parts.identity.identify(request).then(notFound, (thrown: unknown) => thrown)
    return sendFault(reply, faultOf(fault, {}, null))
  })
}

/** The OpenAPI document: made once, because nobody needs a credential to ask for it, and it is large. */
function addDocument(app: FastifyInstance, { config: { brand, server } }: AdminParts): void {
  let made: string | null = null
  const make = (): string => {
    const { servers: _, ...rest } = adminOpenapi({ brand, baseUrl: '' })
    return JSON.stringify(rest)
  }
  app.get('/openapi.json', async (request, reply) => {
    made ??= make()
    const url = server.publicUrl ?? `${request.protocol}://${request.host}${server.prefix}`
    const servers = JSON.stringify([{ url }])
    return await reply.type('application/json; charset=utf-8').send(`${made.slice(0, -1)},"servers":${servers}}`)
  })
}

function addAdminRoute(app: FastifyInstance, route: AdminRoute, parts: AdminParts): void {
  app.route({
    method: route.method,
    url: routePath(route.path),
    bodyLimit: route.bodyLimit ?? BODY_LIMIT,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const startedMs = parts.clock.monotonicMs()
      const actor = await answerRoute(route, parts, { request, reply })
      const elapsed = Math.round(parts.clock.monotonicMs() - startedMs)
      parts.logger.info('admin', { route: route.id, actor, status: reply.statusCode, ms: elapsed })
      return reply
    },
  })
}

/** Answers, whatever happens. @returns Who asked; null: nobody that is known. */
async function answerRoute(
  route: AdminRoute,
  parts: AdminParts,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<string | null> {
  let context: AdminContext | null = null
  try {
    context = await admit(route, parts, request)
    const parsed = parseQuery(request.raw.url ?? '')
    if ('problem' in parsed) throw malformedFault({ code: 'BAD_REQUEST', message: parsed.problem })
    const { params, body } = request
    const answer = await route.answer(context, { params, query: { ...parsed.query }, body })
    await sendAnswer(route, { request, reply }, answer)
  } catch (error) {
    const fault = faultOf(error, route, context?.viewer.accountId ?? null)
    if (fault.status === 500)
      parts.logger.error('admin.failed', { route: route.id, error: error instanceof Error ? error.name : typeof error })
    sendFault(reply, fault)
  }
  return context?.actor ?? null
}

/** Who asks, and that they may do this. */
async function admit(route: AdminRoute, parts: AdminParts, request: FastifyRequest): Promise<AdminContext> {
  const token = await parts.identity.identify(request)
  if (!hasAdminScope(token, route.scope))
    throw new AdminFault({
      ...{ status: 403, code: 'SCOPE_MISSING' },
      message: `This credential has not the scope ${route.scope}, or its account may not have it`,
    })
  const { host, config } = parts
  return { host, config, actor: `admin:${token.name}`, viewer: viewerOf(host, token) }
}

const malformedFault = ({ code, message }: { code: string; message?: string }): AdminFault =>
  new AdminFault({
    status: code === 'PAYLOAD_TOO_LARGE' ? 413 : 400,
    code,
    message: message ?? (code === 'PAYLOAD_TOO_LARGE' ? 'The body is too large' : 'The request cannot be read'),
  })

function sendFault(
  reply: FastifyReply,
  { status, code, message, fields, retryAfterSeconds }: AdminFault,
): FastifyReply {
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code, message, ...(fields ? { fields } : {}) } }))
}
