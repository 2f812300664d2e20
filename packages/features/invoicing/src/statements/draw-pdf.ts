import { type BrandSources, brandAbove, type PrintableDocument, type PrintableDocuments } from '@parakh/core'
import { invoicingErrors } from '../error-codes.ts'

/** What documents are printed with. */
export interface PrintingParts extends BrandSources {
  /** Null: that feature is not configured. */
  readonly printableDocuments: PrintableDocuments | null
}

/** Draws a document of an account in the brand above it. @throws `PDF_NOT_SET`, before anything is read */
export async function drawPdf(
  { printableDocuments, ...sources }: PrintingParts,
  accountId: string,
  make: () => Promise<PrintableDocument>,
): Promise<Uint8Array> {
  if (!printableDocuments) throw invoicingErrors.error('PDF_NOT_SET')
  const brand = await brandAbove(sources, accountId)
  return await printableDocuments.pdf({ ...(await make()), brand })
}
