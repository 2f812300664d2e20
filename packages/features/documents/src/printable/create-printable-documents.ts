import type { PrintableBrand, PrintableDocuments } from '@parakh/core'
import type { DocumentBrand } from '../brand/brand.ts'

/**
 * Draws statements and invoices as PDF with the brand of the document, else the host's. The drawing library is loaded with the first one.
 *
 * @returns `pdf` throws `DOCUMENT_INVALID` for more than 200 pages, `LOGO_UNUSABLE`.
 * @example
 * service(PrintableDocuments, {}, () => createPrintableDocuments({ name: 'Acme Verify' }))
 */
export const createPrintableDocuments = (brand: DocumentBrand): PrintableDocuments => ({
  async pdf(document) {
    const { drawPrintableDocument } = await import('./draw-printable-document.ts')
    return await drawPrintableDocument(document.brand ? drawn(document.brand) : brand, document)
  },
})

/** Carries nothing of the host's brand. */
const drawn = ({ name, supportEmail, colour }: PrintableBrand): DocumentBrand => ({
  name,
  ...(supportEmail === null ? {} : { supportEmail }),
  ...(colour === null ? {} : { colour }),
})
