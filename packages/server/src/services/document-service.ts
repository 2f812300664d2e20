import { Clock, Documents, isHandle, Logger, type Plugin, Secrets, type Service, Store, service } from '@parakh/core'
import { createDocuments, type DocumentBrand } from '@parakh/documents'
import { logoBytes } from '../config/brand-logo.ts'
import type { CheckedConfig } from '../config/checked-config.ts'

type Config = Pick<CheckedConfig, 'brand' | 'server' | 'documents' | 'plugins'>

/**
 * How documents are reached. Nothing of a request goes into it: a caller could else put an address of its own on a document.
 */
function baseUrlOf({ publicUrl, port, prefix }: Config['server']): string {
  return publicUrl ?? `http://localhost:${port}${prefix}`
}

const issuesDocuments = ({ definition }: Plugin): boolean =>
  definition.endpoints.some(({ needs }) =>
    Object.values(needs).some((token) => isHandle(token) && token.kind === 'document'),
  )

/** Whose name documents, statements and invoices carry. */
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
export function documentService({ brand, server, documents, plugins }: Config): Service {
  return service(
    Documents,
    { clock: Clock, secrets: Secrets, store: Store, logger: Logger },
    ({ clock, secrets, store, logger }) => {
      const baseUrl = baseUrlOf(server)
      if (server.publicUrl === undefined && plugins.some(issuesDocuments))
        logger.warn('documents.links_are_local', { base_url: baseUrl, set: 'server.publicUrl' })
      return createDocuments({
        brand: documentBrand(brand),
        baseUrl,
        expiresInSeconds: documents.expiresInSeconds,
        clock,
        secrets,
        records: store.records,
      })
    },
  )
}
