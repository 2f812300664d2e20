import type { AccountBrand } from '@parakh/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listenerUrls } from '../config/listeners.ts'
import { openapi } from '../openapi/document.ts'
import { postman } from '../postman/collection.ts'
import { type HostBrand, shownBrand, urlAtHost } from './host-brand.ts'
import { requestIdOf } from './incoming-call.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'

interface DocumentRoute {
  Params: { file: string }
}
/** What a document depends on. */
interface Asked {
  readonly baseUrl: string
  /** Null: the server's own brand. */
  readonly own: AccountBrand | null
  /** Undefined: all. */
  readonly endpoint: string | undefined
}

/** Remembers what was made last, for the addresses that are asked most. */
function remembered<T>(make: (asked: Asked) => Promise<T>, most: number): (asked: Asked) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (asked) => {
    const key = JSON.stringify([asked.baseUrl, asked.endpoint, asked.own])
    const known = made.get(key)
    if (known) return known
    if (made.size >= most) made.clear()
    const fresh = make(asked)
    made.set(key, fresh)
    fresh.catch(() => made.delete(key))
    return fresh
  }
}

const MOST_REMEMBERED = 64

/** `/openapi.json` and `/postman.json`, of all endpoints and of each: `/openapi/<endpoint>.json`, under the brand of the host asked. */
export function addDocuments(app: FastifyInstance, { host, config }: ServerParts, hostBrand: HostBrand): void {
  const { brand, server, auth } = config
  async function askedBy(request: FastifyRequest, endpoint?: string): Promise<Asked> {
    const own = await hostBrand(request)
    const baseUrl = own
      ? urlAtHost(own, server, request)
      : (server.publicUrl ?? `${request.protocol}://${request.host}${server.prefix}`)
    return { baseUrl, own, endpoint }
  }
  const ids = new Set(host.endpoints.map(({ endpoint }) => endpoint.id))
  const kinds = { openapi, postman } as const
  for (const [kind, make] of Object.entries(kinds)) {
    const documents = remembered(async ({ baseUrl, own, endpoint }) => {
      const listeners = listenerUrls(server.listeners, baseUrl)
      const about = { brand: own ? shownBrand(own) : brand, baseUrl, listeners, legacyQueryKey: auth.legacyQueryKey }
      return JSON.stringify(await make(host, endpoint === undefined ? about : { ...about, endpoint }))
    }, MOST_REMEMBERED)
    app.get(`/${kind}.json`, async (request, reply) =>
      reply.type('application/json; charset=utf-8').send(await documents(await askedBy(request))),
    )
    app.get<DocumentRoute>(`/${kind}/:file`, async (request, reply) => {
      const endpoint = /^(.+)\.json$/.exec(request.params.file)?.[1]
      if (endpoint === undefined || !ids.has(endpoint))
        return send(reply, host.fault('UNKNOWN_ENDPOINT', requestIdOf(request)))
      return reply.type('application/json; charset=utf-8').send(await documents(await askedBy(request, endpoint)))
    })
  }
}
