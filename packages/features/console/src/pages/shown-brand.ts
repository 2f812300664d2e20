import { Brands, Clock, errorFacts, Logger, optional, RevisionCache, ServerBrand, service, token } from '@parakh/core'

/** The brand that a page has. */
export interface PageBrand {
  readonly name: string
  readonly supportEmail: string | null
  /** `#0a7d5c`; null: the console's own. */
  readonly colour: string | null
  /** A `data:` URL; null: none. */
  readonly logo: string | null
}

/** Finds the brand of a host: that of the account whose host it is, else the server's. */
export interface PageBrands {
  /** @param host As requested, with or without a port. An unknown one has the server's brand. */
  at(host: string | undefined): Promise<PageBrand>
}
/** The brands of pages. */
export const PageBrands = token<PageBrands>('console.page-brands')

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47])
const asDataUrl = (bytes: Uint8Array): string => {
  const image = Buffer.from(bytes)
  const type = image.subarray(0, PNG.length).equals(PNG) ? 'png' : 'jpeg'
  return `data:image/${type};base64,${image.toString('base64')}`
}

/** Brands are read together and kept for a second, so that unknown hosts cause no reads. */
export const pageBrands = service(
  PageBrands,
  { brands: optional(Brands), own: ServerBrand, clock: Clock, logger: Logger },
  ({ brands, own, clock, logger }): PageBrands => {
    const { name, supportEmail, colour } = own
    const server: PageBrand = { name, supportEmail, colour, logo: own.logo && asDataUrl(own.logo) }
    if (!brands) return { at: async () => server }
    const shown = new RevisionCache({
      clock,
      refresh: async () => new Map((await brands.all()).map((brand) => [brand.host, brand])),
    })
    return {
      async at(host) {
        try {
          await shown.get()
        } catch (error) {
          // A page must not fail because its brand cannot be read.
          logger.warn('brands.not_read', errorFacts(error))
        }
        const found = shown.latest?.get(hostName(host))
        if (!found) return server
        return { name: found.name, supportEmail: found.supportEmail, colour: found.colour, logo: null }
      },
    }
  },
)

const hostName = (host = ''): string => host.toLowerCase().replace(/:\d*$/, '')
