import type { PrintableDocument } from '@parakh/core'
import type { DocumentBrand } from '../brand/brand.ts'
import { logoOf } from '../brand/logo.ts'
import { FontLibrary } from '../fonts/font-library.ts'
import { paletteOf } from '../layout/colour.ts'
import { layOut } from '../layout/lay-out.ts'
import { SHEET } from '../layout/page.ts'
import { part } from '../layout/part.ts'
import { Canvas } from '../paint/canvas.ts'
import { drawCardSides } from '../paint/card-sides.ts'
import { drawTop, type Frame } from '../paint/frame.ts'
import type { TextStyle } from '../text/text-setter.ts'

const FOOT_TOP = 780
const RIGHT = SHEET.left + SHEET.measure
/** A printable document belongs to no call: it has no fingerprint and no verification code. */
const NO_CODE = { size: 0, dark: [] }

/**
 * Draws a printable document: the head of the brand's documents, the blocks, and the number of each page.
 *
 * @throws `DOCUMENT_INVALID` for more than 200 pages, `LOGO_UNUSABLE`, `FONT_UNREADABLE`.
 */
export function drawPrintableDocument(brand: DocumentBrand, document: PrintableDocument): Promise<Uint8Array> {
  const { title, subtitle, blocks, environment, issuedAt } = document
  const palette = paletteOf(brand.colour)
  const canvas = new Canvas(new FontLibrary(), { title, author: brand.name, issuedAt })
  const pages = layOut({ document: subtitle, blocks }, canvas.setter, palette)
  const content = { document: subtitle, number: subtitle, title, fileName: '', blocks, environment, issuedAt }
  const frame: Frame = {
    ...{ brand, palette, logo: brand.logo ? logoOf(brand.logo) : null, code: NO_CODE, pages: pages.length },
    content: { ...content, fingerprint: '', verifyUrl: '' },
  }
  for (const [index, page] of pages.entries()) {
    canvas.addPage()
    drawTop(canvas, frame, index + 1)
    canvas.draw(page, (sides) => drawCardSides(canvas, frame, sides))
    drawFoot(canvas, frame, index + 1)
    if (environment === 'sandbox') canvas.watermark('SANDBOX', palette.warning)
  }
  return canvas.bytes()
}

function drawFoot(canvas: Canvas, { palette, brand, content, pages }: Frame, page: number): void {
  const style: TextStyle = { size: 7.4, colour: palette.muted, weight: 'regular' }
  canvas.draw([
    { kind: 'box', x: SHEET.left, top: FOOT_TOP, width: SHEET.measure, height: 0.75, fill: palette.hairline },
  ])
  const count = canvas.setter.line(`Page ${page} of ${pages}`, style)
  const from = [brand.name, content.number, brand.supportEmail].filter((text) => text !== undefined).join(', ')
  const line = canvas.setter.fitted(from, style, SHEET.measure - count.width - 12)
  canvas.line(line, { x: SHEET.left, top: FOOT_TOP + 8 }, page === pages ? part('P') : null)
  canvas.line(count, { x: RIGHT - count.width, top: FOOT_TOP + 8 })
}
