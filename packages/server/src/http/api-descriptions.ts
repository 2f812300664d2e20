import { KeyedCache, PublicAddress } from '@parakh/core'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { listenerUrls } from '../config/listeners.ts'
import { openapi } from '../openapi/document.ts'
import { postman } from '../postman/collection.ts'
import { type HostBrand, shownBrand, urlAtHost } from './host-brand.ts'
import { sentIdsOf } from './read-call.ts'
import { send } from './send-response.ts'
import type { ServerParts } from './server-parts.ts'

interface DescriptionRoute {
  Params: { file: string }
}

/** The largest number of cached descriptions of each kind. */
const MAX_CACHED = 64
const JSON_UTF8 = 'application/json; charset=utf-8'

/** `/openapi.json` and `/postman.json`, of all endpoints and of each: `/openapi/<endpoint>.json`, under the brand of the requested host. */
export function addApiDescriptions(app: FastifyInstance, { host, config }: ServerParts, hostBrand: HostBrand): void {
  const { brand, server, legacy } = config
  const address = host.get(PublicAddress)
  const ids = new Set(host.endpoints.map(({ endpoint }) => endpoint.id))
  const kinds = { openapi, postman } as const
  for (const [kind, make] of Object.entries(kinds)) {
    const texts = new KeyedCache<string>(MAX_CACHED)
    const describe = async (request: FastifyRequest, endpoint?: string): Promise<string> => {
      const own = await hostBrand(request)
      const baseUrl = own ? urlAtHost(own, address.url) : address.url
      const published = await host.published(own?.accountId)
      // A licence may end.
      const shownNow = published.endpoints.map(({ price, activation }) => [price, activation('production').active])
      return await texts.get(JSON.stringify([baseUrl, endpoint, own, shownNow]), async () => {
        const listeners = listenerUrls(server.listeners, baseUrl)
        // The version is the API's, whoever sells it; the introduction is in words of the host.
        const { apiVersion } = brand
        const shown = own ? { ...shownBrand(own), ...(apiVersion === undefined ? {} : { apiVersion }) } : brand
        const about = { brand: shown, baseUrl, listeners, legacyQueryKey: legacy.queryKey }
        // The prices, which are part of the cache key.
        const priced = { published: async () => published }
        return JSON.stringify(await make(priced, endpoint === undefined ? about : { ...about, endpoint }))
      })
    }
    app.get(`/${kind}.json`, async (request, reply) => reply.type(JSON_UTF8).send(await describe(request)))
    app.get<DescriptionRoute>(`/${kind}/:file`, async (request, reply) => {
      const endpoint = /^(.+)\.json$/.exec(request.params.file)?.[1]
      if (endpoint === undefined || !ids.has(endpoint))
        return send(reply, host.fault('UNKNOWN_ENDPOINT', sentIdsOf(request)))
      return reply.type(JSON_UTF8).send(await describe(request, endpoint))
    })
  }
}
