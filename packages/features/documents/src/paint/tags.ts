import type { Part } from '../layout/part.ts'
import type { ReadablePdf } from './readable-pdf.ts'

type Element = PDFKit.PDFStructureElement

interface ElementOptions extends PDFKit.Mixins.StructureElementOptions {
  readonly scope?: 'Column'
}

const optionsOf = ({ role, alt }: Part): ElementOptions => ({
  ...(alt === undefined ? {} : { alt }),
  ...(role === 'TH' ? { scope: 'Column' } : {}),
})

interface Words {
  /** The words; null: a reader finds them, as it does for text from right to left, which it turns by itself. */
  readonly actual: string | null
  /** A BCP 47 tag: a screen reader chooses its voice by it. */
  readonly lang: string
}

/** Marks what is drawn as content of a part of the document. What is of none is an artifact, which no screen reader reads. */
export class Tags {
  readonly #pdf: ReadablePdf
  readonly #document: Element
  readonly #elements = new Map<Part, Element>()
  #open: { readonly part: Part | null; readonly end: () => void } | null = null

  constructor(pdf: ReadablePdf) {
    this.#pdf = pdf
    this.#document = pdf.struct('Document')
    pdf.addStructure(this.#document)
  }

  /** What is drawn from here on is of this part; null: an artifact. */
  begin(part: Part | null): void {
    if (this.#open?.part === part) return
    this.end()
    if (part === null) {
      this.#pdf.markContent('Artifact')
      this.#open = { part, end: () => undefined }
      return
    }
    const element = this.element(part)
    const content = this.#pdf.markStructureContent(part.role)
    this.#open = { part, end: () => element.add(content) }
  }

  /** Nothing is drawn on this page any more. */
  end(): void {
    if (!this.#open) return
    this.#pdf.endMarkedContent()
    this.#open.end()
    this.#open = null
  }

  /**
   * Marks one text of a shaped script, whose glyphs cannot be read back: for search, copies and screen readers its words go beside them.
   *
   * @param set Sets the text, and calls what it is given at its beginning.
   */
  words(part: Part | null, { actual, lang }: Words, set: (mark: () => void) => void): void {
    const options = { lang, ...(actual === null ? {} : { actual }) }
    if (part === null) {
      this.begin(null)
      set(() => this.#pdf.markContent('Span', options))
      return
    }
    // A content of its own: poppler does not find out of a span within another one.
    this.end()
    const element = this.element(part)
    set(() => element.add(this.#pdf.markStructureContent('Span', options)))
  }

  /** The element of a part, last among those that it lies with when it is first asked for. */
  element(part: Part): Element {
    const known = this.#elements.get(part)
    if (known) return known
    const element = this.#pdf.struct(part.role, optionsOf(part))
    const above = part.within === null ? this.#document : this.element(part.within)
    above.add(element)
    this.#elements.set(part, element)
    return element
  }
}
