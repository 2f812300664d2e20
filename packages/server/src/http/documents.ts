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
  /** The endpoints with the prices in force. */
  readonly published: Published
}

/** Remembers what was made last, for the addresses that are asked most. */
function remembered<T>(make: (asked: Asked) => Promise<T>, most: number): (asked: Asked) => Promise<T> {
  const made = new Map<string, Promise<T>>()
  return (asked) => {
    const prices = asked.published.endpoints.map(({ price }) => price)
    const key = JSON.stringify([asked.baseUrl, asked.endpoint, asked.own, prices])
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
  const address = host.get(PublicAddress)
  async function askedBy(request: FastifyRequest, endpoint?: string): Promise<Asked> {
    const own = await hostBrand(request)
    const baseUrl = own ? urlAtHost(own, address.url) : address.url
    return { baseUrl, own, endpoint, published: await host.published(own?.accountId) }
  }
  const ids = new Set(host.endpoints.map(({ endpoint }) => endpoint.id))
  const kinds = { openapi, postman } as const
  for (const [kind, make] of Object.entries(kinds)) {
    const documents = remembered(async ({ baseUrl, own, endpoint, published }) => {
      const listeners = listenerUrls(server.listeners, baseUrl)
      const about = { brand: own ? shownBrand(own) : brand, baseUrl, listeners, legacyQueryKey: auth.legacyQueryKey }
      // The very prices that it is remembered by.
      const priced = { published: async () => published }
      return JSON.stringify(await make(priced, endpoint === undefined ? about : { ...about, endpoint }))
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
