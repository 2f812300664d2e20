import type { PaperBrand, Papers } from '@parakh/core'
import type { DocumentBrand } from '../brand.ts'

/**
 * Prints statements and invoices in the colours of a brand: that of the paper, else the host's. The drawing library is read when the first
 * one is printed.
 *
 * @returns `pdf` throws `DOCUMENT_INVALID` for more than 200 pages, `LOGO_UNUSABLE`.
 * @example
 * service(Papers, {}, () => createPapers({ name: 'Acme Verify' }))
 */
export const createPapers = (brand: DocumentBrand): Papers => ({
  async pdf(paper) {
    const { drawPaper } = await import('./draw-paper.ts')
    return await drawPaper(paper.brand ? drawn(paper.brand) : brand, paper)
  },
})

/** Nothing of the host's is beside it. */
const drawn = ({ name, supportEmail, colour }: PaperBrand): DocumentBrand => ({
  name,
  ...(supportEmail === null ? {} : { supportEmail }),
  ...(colour === null ? {} : { colour }),
})
