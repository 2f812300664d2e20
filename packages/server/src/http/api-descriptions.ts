import type { AccountBrand } from '@parakh/core'
import type { Published } from '@parakh/kernel'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listenerUrls } from '../config/listeners.ts'
import { openapi } from '../openapi/document.ts'
import { postman } from '../postman/collection.ts'
import { PublicAddress } from '../services/public-address.ts'
import { type HostBrand, shownBrand, urlAtHost } from './host-brand.ts'
import { requestIdOf } from './incoming-call.ts'
import { send } from './send.ts'
import type { ServerParts } from './server-parts.ts'

interface DescriptionRoute {
  Params: { file: string }
}
/** What a description depends on. */
interface DescriptionRequest {
  readonly baseUrl: string
  /** Null: the server's own brand. */
  readonly own: AccountBrand | null
  /** Undefined: all. */
  readonly endpoint: string | undefined
  /** The endpoints with the prices in force. */
  readonly published: Published
}

/** Caches descriptions by address, endpoint, brand and prices. At most `most`: then the cache is emptied. */
function cached<T>(
  make: (request: DescriptionRequest) => Promise<T>,
  most: number,
): (request: DescriptionRequest) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (request) => {
    const prices = request.published.endpoints.map(({ price }) => price)
    const key = JSON.stringify([request.baseUrl, request.endpoint, request.own, prices])
    const known = made.get(key)
    if (known) return known
    if (made.size >= most) made.clear()
    const fresh = make(request)
    made.set(key, fresh)
    fresh.catch(() => made.delete(key))
    return fresh
  }
}

const MAX_CACHED = 64

/** `/openapi.json` and `/postman.json`, of all endpoints and of each: `/openapi/<endpoint>.json`, under the brand of the requested host. */
export function addApiDescriptions(app: FastifyInstance, { host, config }: ServerParts, hostBrand: HostBrand): void {
  const { brand, server, auth } = config
  const address = host.get(PublicAddress)
  async function descriptionRequest(request: FastifyRequest, endpoint?: string): Promise<DescriptionRequest> {
    const own = await hostBrand(request)
    const baseUrl = own ? urlAtHost(own, address.url) : address.url
    return { baseUrl, own, endpoint, published: await host.published(own?.accountId) }
  }
  const ids = new Set(host.endpoints.map(({ endpoint }) => endpoint.id))
  const kinds = { openapi, postman } as const
  for (const [kind, make] of Object.entries(kinds)) {
    const describe = cached(async ({ baseUrl, own, endpoint, published }) => {
      const listeners = listenerUrls(server.listeners, baseUrl)
      const about = { brand: own ? shownBrand(own) : brand, baseUrl, listeners, legacyQueryKey: auth.legacyQueryKey }
      // The prices that are part of the cache key.
      const priced = { published: async () => published }
      return JSON.stringify(await make(priced, endpoint === undefined ? about : { ...about, endpoint }))
    }, MAX_CACHED)
    app.get(`/${kind}.json`, async (request, reply) =>
      reply.type('application/json; charset=utf-8').send(await describe(await descriptionRequest(request))),
    )
    app.get<DescriptionRoute>(`/${kind}/:file`, async (request, reply) => {
      const endpoint = /^(.+)\.json$/.exec(request.params.file)?.[1]
      if (endpoint === undefined || !ids.has(endpoint))
        return send(reply, host.fault('UNKNOWN_ENDPOINT', requestIdOf(request)))
      return reply
        .type('application/json; charset=utf-8')
        .send(await describe(await descriptionRequest(request, endpoint)))
    })
  }
}
