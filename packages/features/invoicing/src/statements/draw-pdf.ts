import { type Accounts, type Brands, brandAbove, type PrintableDocument, type PrintableDocuments } from '@parakh/core'
import { invoicingErrors } from '../error-codes.ts'

/** What documents are printed with. Null: that feature is not configured. */
export interface PrintingParts {
  readonly accounts: Pick<Accounts, 'ancestors'>
  readonly brands: Pick<Brands, 'all'> | null
  readonly printableDocuments: PrintableDocuments | null
}

/** Draws a document of an account in the brand above it. @throws `PDF_NOT_SET`, before anything is read */
export async function drawPdf(
  { accounts, brands, printableDocuments }: PrintingParts,
  accountId: string,
  make: () => Promise<PrintableDocument>,
): Promise<Uint8Array> {
  if (!printableDocuments) throw invoicingErrors.error('PDF_NOT_SET')
  const brand = brands && (await brandAbove({ accounts, brands }, accountId))
  return await printableDocuments.pdf({ ...(await make()), brand })
}
