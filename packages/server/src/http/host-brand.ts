import { type AccountBrand, Brands, errorFacts, RevisionCache } from '@parakh/core'
import type { FastifyRequest } from 'fastify'
import type { Brand } from '../config/brand.ts'
import type { ServerParts } from './server-parts.ts'

/** The brand of an account whose host a request names; null: the server's own brand holds. */
export type HostBrand = (request: FastifyRequest) => Promise<AccountBrand | null>

/** An account's brand as pages and documents show it: nothing of the server's own stands in for what it leaves out. */
export const shownBrand = ({ name, supportEmail, colour }: AccountBrand): Brand => ({
  name,
  ...(supportEmail === null ? {} : { supportEmail }),
  ...(colour === null ? {} : { colour }),
})

/**
 * Finds brands by the host of a request, as Fastify gives it: `X-Forwarded-Host` counts behind a trusted proxy alone. All brands are
 * read together, so that hosts that nobody registered cost nothing each; where they cannot be read, those known before hold.
 *
 * @example
 * const brand = (await hostBrand(request)) ?? config.brand
 */
export function hostBrands({ host, clock, logger }: Pick<ServerParts, 'host' | 'clock' | 'logger'>): HostBrand {
  const brands = host.get(Brands)
  const shown = new RevisionCache({
    clock,
    refresh: async () => new Map((await brands.all()).map((brand) => [brand.host, brand])),
  })
  return async (request) => {
    try {
      await shown.get()
    } catch (error) {
      // A page that describes calls does not fail for its colours.
      logger.warn('brands.not_read', errorFacts(error))
    }
    return shown.latest?.get(request.hostname.toLowerCase()) ?? null
  }
}

/**
 * Where a server is reached at an account's host: as at its public address, the name of the host aside.
 *
 * @param publicUrl How the server itself is reached.
 */
export function urlAtHost({ host }: Pick<AccountBrand, 'host'>, publicUrl: string): string {
  const url = new URL(publicUrl)
  url.hostname = host
  return url.href.replace(/\/+$/, '')
}
