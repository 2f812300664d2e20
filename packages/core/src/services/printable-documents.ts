import type { Block } from '../handles.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The brand of a printable document, in place of the host's. */
export interface PrintableBrand {
  readonly name: string
  readonly supportEmail: string | null
  /** `#rrggbb`; null: the default colour. */
  readonly colour: string | null
}
/** A document that belongs to an account and to no call, such as a statement or an invoice. It is drawn when it is downloaded. */
export interface PrintableDocument {
  readonly title: string
  /** The subtitle: its number or its subject. */
  readonly subtitle: string
  readonly blocks: readonly Block[]
  /** `sandbox` prints a watermark across each page. */
  readonly environment: Environment
  /** The date in the file's metadata: equal input gives equal bytes. */
  readonly issuedAt: Date
  /** The brand above the recipient; null or absent: the host's brand and logo. */
  readonly brand?: PrintableBrand | null
}
/** Draws printable documents as PDF in the colours of their brand. */
export interface PrintableDocuments {
  /** @returns A PDF. @throws `DOCUMENT_INVALID` for more than 200 pages. */
  pdf(document: PrintableDocument): Promise<Uint8Array>
}
/** The token of the service. */
export const PrintableDocuments = token<PrintableDocuments>('core.printable-documents', {
  broughtBy: '@parakh/documents',
})
