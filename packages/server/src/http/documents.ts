import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listenerUrls } from '../config/listeners.ts'
import { openapi } from '../openapi/document.ts'
import { postman } from '../postman/collection.ts'
import { requestIdOf } from './incoming-call.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'

interface DocumentRoute {
  Params: { file: string }
}

/** Remembers what was made last, for the addresses that are asked most. */
function remembered<T>(make: (key: string) => Promise<T>, most: number): (key: string) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (key) => {
    const known = made.get(key)
    if (known) return known
    if (made.size >= most) made.clear()
    const fresh = make(key)
    made.set(key, fresh)
    fresh.catch(() => made.delete(key))
    return fresh
  }
}

const MOST_REMEMBERED = 64

/** `/openapi.json` and `/postman.json`, of all endpoints and of each: `/openapi/<endpoint>.json`. */
export function addDocuments(app: FastifyInstance, { host, config }: ServerParts): void {
  const { brand, server, auth } = config
  const baseUrlOf = (request: FastifyRequest): string =>
    server.publicUrl ?? `${request.protocol}://${request.host}${server.prefix}`
  const ids = new Set(host.endpoints.map(({ endpoint }) => endpoint.id))
  const kinds = { openapi, postman } as const
  for (const [kind, make] of Object.entries(kinds)) {
    const documents = remembered(async (key) => {
      const [baseUrl = '', endpoint] = key.split(' ')
      const listeners = listenerUrls(server.listeners, baseUrl)
      const about = { brand, baseUrl, listeners, legacyQueryKey: auth.legacyQueryKey }
      return JSON.stringify(await make(host, endpoint === undefined ? about : { ...about, endpoint }))
    }, MOST_REMEMBERED)
    app.get(`/${kind}.json`, async (request, reply) =>
      reply.type('application/json; charset=utf-8').send(await documents(baseUrlOf(request))),
    )
    app.get<DocumentRoute>(`/${kind}/:file`, async (request, reply) => {
      const endpoint = /^(.+)\.json$/.exec(request.params.file)?.[1]
      if (endpoint === undefined || !ids.has(endpoint))
        return send(reply, host.fault('UNKNOWN_ENDPOINT', requestIdOf(request)))
      return reply.type('application/json; charset=utf-8').send(await documents(`${baseUrlOf(request)} ${endpoint}`))
    })
  }
}
