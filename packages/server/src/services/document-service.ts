import {
  Clock,
  Documents,
  PrintableDocuments,
  PublicAddress,
  Secrets,
  type ServerBrand,
  type Service,
  Store,
  service,
} from '@parakh/core'
import { createDocuments, createPrintableDocuments, type DocumentBrand } from '@parakh/documents'
import { logoBytes } from '../config/brand-logo.ts'
import type { CheckedConfig } from '../config/checked-config.ts'

type Config = Pick<CheckedConfig, 'brand' | 'documents'>

/** The brand of a configuration as a service. */
export const serverBrand = (brand: Config['brand']): ServerBrand => ({
  name: brand.name,
  supportEmail: brand.supportEmail ?? null,
  colour: brand.colour ?? null,
  logo: logoBytes(brand),
})

/** The brand of documents, statements and invoices. */
export function documentBrand(brand: Config['brand']): DocumentBrand {
  const logo = logoBytes(brand)
  return {
    name: brand.name,
    ...(brand.supportEmail === undefined ? {} : { supportEmail: brand.supportEmail }),
    ...(brand.colour === undefined ? {} : { colour: brand.colour }),
    ...(logo ? { logo } : {}),
  }
}

/** The documents of a configuration. Fonts are read when the first one is issued. */
export function documentService({ brand, documents }: Config): Service {
  return service(
    Documents,
    { clock: Clock, secrets: Secrets, store: Store, address: PublicAddress },
    ({ clock, secrets, store, address }) => ({
      ...createDocuments({
        brand: documentBrand(brand),
        baseUrl: () => address.url,
        expiresInSeconds: documents.expiresInSeconds,
        clock,
        secrets,
        records: store.records,
      }),
      requireAddress: () => address.requireServed(),
    }),
  )
}

/** Documents of accounts in the brand of a configuration: statements and invoices. */
export const printableDocumentService = ({ brand }: Pick<Config, 'brand'>): Service =>
  service(PrintableDocuments, {}, () => createPrintableDocuments(documentBrand(brand)))
