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
/** The part of a font that has its glyphs. */
const Glyphs = z.object({
  getGlyph: z.custom<(id: number, letters: readonly number[]) => { codePoints: readonly number[] } | null>(
    (it) => typeof it === 'function',
  ),
})
/** The part of a font that places marks over and below letters. Replaceable, method by method. */
const Positioning = z.custom<{ getAnchor: Method; applyLookup: Method }>(
  (it) => z.object({ getAnchor: method, applyLookup: method }).safeParse(it).success,
)

/**
 * Reads a font by the reader of pdfkit, once and not for every document.
 *
 * @param bytes A TrueType font.
 * @param inOrder Whether its letters stand as they are read, and need no reordering.
 */
export function readFont(bytes: Uint8Array, inOrder = false): ReadFont {
  const document: unknown = new PDFDocument({ autoFirstPage: false, font: '' }).font(Buffer.from(bytes))
  const { font } = Reader.parse(document)._font
  placeMarksByTheBook(font)
  rememberLetters(font)
  if (inOrder) keepOrder(font)
  return font
}

/** Shapes as if it were Latin, marks and ligatures included: fontkit 2.0.4 does not come back from the virama of Meetei (U+ABED). */
function keepOrder(font: ReadFont): void {
  const { layout } = font
  Reflect.set(font, 'layout', (text: unknown, features: unknown) => layout.call(font, text, features, 'latn'))
}

/**
 * fontkit keeps each glyph as it first met it. One that was first met as a component of another, in the file of another document, would have no
 * letter for ever, and text that it draws could not be read back.
 */
function rememberLetters(font: ReadFont): void {
  const found = Glyphs.safeParse(font)
  if (!found.success) return
  const { getGlyph } = found.data
  Reflect.set(font, 'getGlyph', (id: number, letters: readonly number[] = []) => {
    const glyph = getGlyph.call(font, id, letters)
    if (glyph && glyph.codePoints.length === 0) glyph.codePoints = letters
    return glyph
  })
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
