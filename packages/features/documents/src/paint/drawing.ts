import type { Block } from '@parakh/core'
import type { DocumentBrand } from '../brand/brand.ts'
import { logoOf } from '../brand/logo.ts'
import { FontLibrary } from '../fonts/font-library.ts'
import { paletteOf } from '../layout/colour.ts'
import { layOut } from '../layout/lay-out.ts'
import { Canvas } from './canvas.ts'
import { drawCardSides } from './card-sides.ts'
import { drawBottom } from './foot.ts'
import { drawTop } from './frame.ts'
import type { IssuedContent } from './issued-document.ts'
import { qrCodeOf } from './qr-code.ts'

/** Draws documents of one brand. */
export interface Drawing {
  /** How many pages a record takes: laid out, but not drawn. */
  pages(content: { readonly document: string; readonly blocks: readonly Block[] }): number
  /** A document: the same content gives the same bytes. */
  pdf(content: IssuedContent): Promise<Uint8Array>
}

/**
 * Makes ready what all documents of a brand share: its tones, its logo, the fonts that they have needed so far.
 *
 * @throws `LOGO_UNUSABLE`. Both methods throw `DOCUMENT_INVALID` for a record of too many pages, `FONT_UNREADABLE`.
 */
export function openDrawing(brand: DocumentBrand): Drawing {
  const fonts = new FontLibrary()
  const logo = brand.logo ? logoOf(brand.logo) : null
  const palette = paletteOf(brand.colour)
  return {
    pages(content) {
      const canvas = new Canvas(fonts, { title: '', author: '', issuedAt: new Date(0) })
      return layOut(content, canvas.setter, palette).length
    },
    pdf(content) {
      const { title, issuedAt, verifyUrl } = content
      const canvas = new Canvas(fonts, { title, author: brand.name, issuedAt })
      const pages = layOut(content, canvas.setter, palette)
      const frame = { brand, logo, palette, content, code: qrCodeOf(verifyUrl), pages: pages.length }
      for (const [index, page] of pages.entries()) {
        canvas.addPage()
        // In the order in which it is read.
        drawTop(canvas, frame, index + 1)
        canvas.draw(page, (sides) => drawCardSides(canvas, frame, sides))
        drawBottom(canvas, frame, index + 1)
      }
      return canvas.bytes()
    },
  }
}
