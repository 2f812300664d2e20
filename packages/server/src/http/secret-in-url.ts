import { AdminTokens, Keys, Logger } from '@parakh/core'
import type { CallResponse, HostedEndpoint } from '@parakh/kernel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routePath } from './call-route.ts'
import { logRequest } from './log-request.ts'
import { sentIdsOf } from './read-call.ts'
import { send } from './send-response.ts'
import type { ServerParts } from './server-parts.ts'

/** The format of secrets of API keys and admin tokens. */
const SECRET = /sk_(?:test|live)_[0-9A-Za-z]+|adm_[0-9A-Za-z]{36}/g
const ESCAPE = /%([0-9A-Fa-f]{2})/g
/** The largest number of secrets that are looked up per URL, to bound the load on the store. */
const MOST_SECRETS = 5

/**
 * The distinct secrets of API keys and admin tokens in a URL. Escapes are decoded byte by byte, because an invalid UTF-8 URL may
 * contain one too.
 *
 * @param url As received.
 */
export function secretsIn(url: string): readonly string[] {
  if (!url.includes('sk_') && !url.includes('adm_') && !url.includes('%')) return []
  const decoded = url.replace(ESCAPE, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return [...new Set(decoded.match(SECRET))].slice(0, MOST_SECRETS)
}

/**
 * Flags the keys of secrets in a URL as exposed, revokes admin tokens (decisions.md section 13), and refuses the request: URLs are
 * logged in many places (decisions.md section 1).
 *
 * @param hosted The matched endpoint, whose envelope is used.
 */
export async function refuseSecrets(
  { host }: Pick<ServerParts, 'host'>,
  request: FastifyRequest,
  { secrets, hosted }: { readonly secrets: readonly string[]; readonly hosted?: HostedEndpoint | undefined },
): Promise<CallResponse> {
  try {
    for (const secret of secrets) {
      if (secret.startsWith('adm_')) await revokeAdminToken(host, secret)
      else await host.get(Keys).flagExposed(secret)
    }
    host.get(Logger).warn('request.credential_exposed', { count: secrets.length })
  } catch (error) {
    // Refuse the request even so: a retry would expose the secret again.
    const kind = error instanceof Error ? error.name : typeof error
    host.get(Logger).error('request.exposed_key_not_flagged', { error: kind })
  }
  return host.fault('SECRET_IN_URL', { ...(hosted ? { hosted } : {}), ...sentIdsOf(request) })
}

/** An exposed admin token is revoked at once. */
async function revokeAdminToken(host: ServerParts['host'], secret: string): Promise<void> {
  const token = await host.get(AdminTokens).identify(secret)
  if (token) await host.get(AdminTokens).revoke(token.id, 'system:exposed')
}

/** Refuses a secret in the URL of any route of an instance, known or not, before the request is processed. */
export function guardAgainstSecrets(app: FastifyInstance, parts: ServerParts): void {
  const endpoints = new Map(
    parts.host.endpoints.map((hosted) => [`${hosted.endpoint.method} ${app.prefix}${routePath(hosted.path)}`, hosted]),
  )
  app.addHook('onRequest', (request, reply, proceed) => {
    const secrets = secretsIn(request.originalUrl)
    if (secrets.length === 0) return proceed()
    const startedMs = parts.clock.monotonicMs()
    const hosted = endpoints.get(`${request.method} ${request.routeOptions.url}`)
    refuseSecrets(parts, request, { secrets, hosted }).then((response) => {
      logRequest(parts, hosted?.endpoint.id ?? null, { response, elapsedMs: parts.clock.monotonicMs() - startedMs })
      send(reply, response)
    }, proceed)
  })
}
