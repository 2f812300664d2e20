import PDFDocument from 'pdfkit'
import * as z from 'zod'

/** A font that is read: it can be handed to any number of documents. */
export interface ReadFont {
  /** pdfkit knows a font that is read already by this method. */
  readonly layout: (...given: readonly unknown[]) => unknown
  hasGlyphForCodePoint(codePoint: number): boolean
}

type Method = (...given: readonly unknown[]) => unknown
const method = z.custom<Method>((value) => typeof value === 'function')

const Reader = z.object({
  _font: z.object({
    font: z.custom<ReadFont>((it) => z.object({ layout: method, hasGlyphForCodePoint: method }).safeParse(it).success),
  }),
})
/** The part of a font that places marks over and below letters. Replaceable, method by method. */
const Positioning = z.custom<{ getAnchor: Method; applyLookup: Method }>(
  (it) => z.object({ getAnchor: method, applyLookup: method }).safeParse(it).success,
)

/**
 * Reads a font by the reader of pdfkit, once and not for every document.
 *
 * @param bytes A TrueType font.
 */
export function readFont(bytes: Uint8Array): ReadFont {
  const document: unknown = new PDFDocument({ autoFirstPage: false, font: '' }).font(Buffer.from(bytes))
  const { font } = Reader.parse(document)._font
  placeMarksByTheBook(font)
  return font
}

/**
 * A mark that has no anchor on this letter is placed by the next rule of the font, says OpenType; fontkit 2.0.4 throws instead, on
 * words as plain as the Gujarati કાર્ડ. Only this font is changed, not the library.
 */
function placeMarksByTheBook(font: ReadFont): void {
  const engine: unknown = Reflect.get(Object(Reflect.get(font, '_layoutEngine')), 'engine')
  const found = Positioning.safeParse(Reflect.get(Object(engine), 'GPOSProcessor'))
  if (!found.success) return
  const positioning = found.data
  const { getAnchor, applyLookup } = positioning
  const noAnchor = new Error('no anchor')
  positioning.getAnchor = (anchor) => {
    if (anchor === null || anchor === undefined) throw noAnchor
    return getAnchor.call(positioning, anchor)
  }
  positioning.applyLookup = (...given) => {
    try {
      return applyLookup.call(positioning, ...given)
    } catch (error) {
      if (error === noAnchor) return false
      throw error
    }
  }
}
