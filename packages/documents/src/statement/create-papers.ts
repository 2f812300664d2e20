import type { Papers } from '@parakh/core'
import type { DocumentBrand } from '../brand.ts'

/**
 * Prints statements and invoices in the colours of a brand. The drawing library is read when the first one is printed.
 *
 * @returns `pdf` throws `DOCUMENT_INVALID` for more than 200 pages, `LOGO_UNUSABLE`.
 * @example
 * service(Papers, {}, () => createPapers({ name: 'Acme Verify' }))
 */
export const createPapers = (brand: DocumentBrand): Papers => ({
  async pdf(paper) {
    const { drawPaper } = await import('./draw-paper.ts')
    return await drawPaper(brand, paper)
  },
})
