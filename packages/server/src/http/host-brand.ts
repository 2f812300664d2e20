import { type AccountBrand, Brands, errorFacts, optional, RevisionCache } from '@parakh/core'
import type { FastifyRequest } from 'fastify'
import type { Brand } from '../config/brand.ts'
import type { ServerParts } from './server-parts.ts'

/** The brand of the account whose host a request names; null: the server's own brand. */
export type HostBrand = (request: FastifyRequest) => Promise<AccountBrand | null>

/** An account's brand for pages and documents. Its missing fields are not filled from the server's brand. */
export const shownBrand = ({ name, supportEmail, colour }: AccountBrand): Brand => ({
  name,
  ...(supportEmail === null ? {} : { supportEmail }),
  ...(colour === null ? {} : { colour }),
})

/**
 * Finds brands by Fastify's request host, which uses `X-Forwarded-Host` only behind a trusted proxy. All brands are read together, so
 * that unknown hosts cause no reads; if reading fails, the cached ones are used.
 *
 * @example
 * const brand = (await hostBrand(request)) ?? config.brand
 */
export function hostBrands({ host, clock, logger }: Pick<ServerParts, 'host' | 'clock' | 'logger'>): HostBrand {
  const brands = host.get(optional(Brands))
  if (!brands) return async () => null
  const shown = new RevisionCache({
    clock,
    refresh: async () => new Map((await brands.all()).map((brand) => [brand.host, brand])),
  })
  return async (request) => {
    try {
      await shown.get()
    } catch (error) {
      // A page must not fail because its brand cannot be read.
      logger.warn('brands.not_read', errorFacts(error))
    }
    return shown.latest?.get(request.hostname.toLowerCase()) ?? null
  }
}

/**
 * The server's URL at an account's host: its public URL with another host name.
 *
 * @param publicUrl The server's own public URL.
 */
export function urlAtHost({ host }: Pick<AccountBrand, 'host'>, publicUrl: string): string {
  const url = new URL(publicUrl)
  url.hostname = host
  return url.href.replace(/\/+$/, '')
}
