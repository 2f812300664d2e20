import {
  Clock,
  CONTRACT,
  Documents,
  definePlugin,
  PrintableDocuments,
  PublicAddress,
  Secrets,
  ServerBrand,
  Store,
  service,
} from '@parakh/core'
import type { DocumentBrand } from './brand/brand.ts'
import { logoFaults } from './brand/logo-faults.ts'
import { createDocuments } from './create-documents.ts'
import { documentsErrors } from './error-codes.ts'
import { createPrintableDocuments } from './printable/create-printable-documents.ts'
import { documentFetches, documentMetrics } from './routes/document-metrics.ts'
import { documentRoutes } from './routes/document-routes.ts'
import { DocumentSettings } from './settings.ts'

const drawnFor = ({ name, supportEmail, colour, logo }: ServerBrand): DocumentBrand => ({
  name,
  ...(supportEmail === null ? {} : { supportEmail }),
  ...(colour === null ? {} : { colour }),
  ...(logo === null ? {} : { logo }),
})

/** Records as PDFs behind signed, expiring URLs, and pages of other features. Fonts are read when the first one is drawn. */
export default definePlugin({
  ...{ id: 'documents', contract: CONTRACT, errors: [documentsErrors] },
  settings: DocumentSettings,
  check: (_, { brand }) => logoFaults(brand),
  services: [
    service(
      Documents,
      {
        ...{ clock: Clock, secrets: Secrets, store: Store, address: PublicAddress },
        ...{ brand: ServerBrand, settings: DocumentSettings },
      },
      ({ store, address, brand, settings, ...parts }) => ({
        ...createDocuments({
          ...{ ...parts, brand: drawnFor(brand), records: store.records },
          ...{ baseUrl: () => address.url, expiresInSeconds: settings.expiresInSeconds },
        }),
        requireAddress: () => address.requireServed(),
      }),
    ),
    service(PrintableDocuments, { brand: ServerBrand }, ({ brand }) => createPrintableDocuments(drawnFor(brand))),
    documentFetches,
  ],
  contributes: [documentMetrics],
  routes: documentRoutes,
})
