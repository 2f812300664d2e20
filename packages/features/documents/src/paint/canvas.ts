import PDFDocument from 'pdfkit'
import type { Logo } from '../brand/logo.ts'
import type { FontLibrary } from '../fonts/font-library.ts'
import { isShaped } from '../fonts/script.ts'
import { type Box, type Mark, type Page, SHEET } from '../layout/page.ts'
import type { Run } from '../text/runs.ts'
import { type Line, type Measure, TextSetter, type TextStyle } from '../text/text-setter.ts'

/** What the properties of a file say: nothing of whom it is about. */
export interface Properties {
  readonly title: string
  readonly author: string
  readonly issuedAt: Date
}

/** A PDF whose text can be given in its own words, beside the glyphs that draw it. */
class ReadablePdf extends PDFDocument {
  #actualText: string | null = null

  /** Draws text from glyphs that cannot be read back: for search, copies and screen readers the words go beside them. */
  shapedText(text: string, x: number, baseline: number): void {
    this.#actualText = `<${Buffer.from(`\ufeff${text}`, 'utf16le').swap16().toString('hex')}>`
    this.plainText(text, x, baseline)
    this.#actualText = null
  }

  plainText(text: string, x: number, baseline: number): void {
    this.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
  }

  /** Readers place the words where the mark ends, so it has to end within the text object that it marks. */
  override addContent(data: unknown): this {
    if (this.#actualText !== null && data === 'ET') super.addContent('EMC')
    super.addContent(data)
    if (this.#actualText !== null && data === 'BT') super.addContent(`/Span <</ActualText ${this.#actualText}>> BDC`)
    return this
  }

  /** No XMP packet: pdfkit writes names into its XML as they are, so that "Rao & Sons" would break it. It is optional. */
  override endMetadata(): void {}
}

/** A document that is drawn on. Text is measured by the same fonts that draw it. */
export class Canvas {
  readonly setter: TextSetter
  readonly #fonts: FontLibrary
  readonly #pdf: ReadablePdf
  #current = ''

  constructor(fonts: FontLibrary, { title, author, issuedAt }: Properties) {
    this.#fonts = fonts
    this.#pdf = new ReadablePdf({
      ...{
        size: 'A4',
        margin: 0,
        autoFirstPage: false,
        font: '',
        pdfVersion: '1.7',
        lang: 'en-IN',
        displayTitle: true,
      },
      info: { Title: title, Author: author, Creator: 'Parakh', Producer: 'Parakh', CreationDate: issuedAt },
    })
    const measure: Measure = (run, style) => this.#use(run, style).widthOfString(run.text)
    this.setter = new TextSetter(fonts, measure)
  }

  addPage(): void {
    this.#pdf.addPage()
  }

  draw(page: Page): void {
    for (const mark of page) this.#mark(mark)
  }

  #mark(mark: Mark): void {
    if (mark.kind === 'text') this.line(mark.line, mark.x, mark.top)
    else this.#box(mark)
  }

  #box({ x, top, width, height, fill, radius = 0 }: Box): void {
    if (radius > 0) this.#pdf.roundedRect(x, top, width, height, radius).fill(fill)
    else this.#pdf.rect(x, top, width, height).fill(fill)
  }

  /** Draws a line whose top is at this height. */
  line(line: Line, x: number, top: number): void {
    for (const run of line.runs) {
      const pdf = this.#use(run, line.style)
      pdf.fillColor(line.style.colour)
      if (isShaped(run.script)) pdf.shapedText(run.text, x + run.x, top + line.baseline)
      else pdf.plainText(run.text, x + run.x, top + line.baseline)
    }
  }

  /** Draws small shapes of one colour as one. */
  shapes(fill: string, draw: (pdf: PDFKit.PDFDocument) => void): void {
    draw(this.#pdf)
    this.#pdf.fill(fill)
  }

  /** A logo in a box, as large as it goes, at the left. @returns Its width. */
  logo({ image, width, height }: Logo, box: { x: number; top: number; width: number; height: number }): number {
    const scale = Math.min(box.width / width, box.height / height)
    const size = { width: width * scale, height: height * scale }
    this.#pdf.image(image, box.x, box.top + (box.height - size.height) / 2, size)
    return size.width
  }

  link(url: string, box: { x: number; top: number; width: number; height: number }): void {
    this.#pdf.link(box.x, box.top, box.width, box.height, url)
  }

  /** A large faint word from corner to corner, over everything else. */
  watermark(text: string, colour: string): void {
    const style: TextStyle = { size: 84, weight: 'semibold', colour }
    const line = this.setter.line(text, style)
    const [x, y] = [SHEET.width / 2, SHEET.height / 2]
    this.#pdf.markContent('Artifact')
    this.#pdf
      .save()
      .rotate(-52, { origin: [x, y] })
      .fillOpacity(0.1)
    this.line(line, x - line.width / 2, y - line.height / 2)
    this.#pdf.restore()
    this.#pdf.endMarkedContent()
  }

  /** Ends the document. @returns Its bytes. */
  async bytes(): Promise<Uint8Array> {
    this.#pdf.end()
    const chunks: Uint8Array[] = []
    for await (const chunk of this.#pdf) chunks.push(Buffer.from(chunk))
    return Buffer.concat(chunks)
  }

  #use({ script }: Run, { weight, size }: TextStyle): ReadablePdf {
    const name = `${weight} ${script}`
    if (this.#current !== name) {
      // pdfkit takes a font that is read already; its published types know only files.
      const source = this.#fonts.font(script, weight) as unknown as Buffer
      this.#pdf.registerFont(name, source).font(name)
      this.#current = name
    }
    this.#pdf.fontSize(size)
    return this.#pdf
  }
}
