import type { Logo } from '../brand/logo.ts'
import type { FontLibrary } from '../fonts/font-library.ts'
import { isReordered, languageOf } from '../fonts/script.ts'
import { type Box, type Page, SHEET } from '../layout/page.ts'
import { type Part, part } from '../layout/part.ts'
import type { Run } from '../text/runs.ts'
import { type Line, type Measure, TextSetter, type TextStyle } from '../text/text-setter.ts'
import type { QrCode } from './qr-code.ts'
import { type Properties, ReadablePdf } from './readable-pdf.ts'
import { Tags } from './tags.ts'

/** A place on the page, in points from its top left corner. */
export interface Place {
  readonly x: number
  readonly top: number
}
/** A rectangle in its place. */
export interface Area extends Place {
  readonly width: number
  readonly height: number
}
interface LinkOptions extends PDFKit.Mixins.AnnotationOption {
  readonly structParent: PDFKit.PDFStructureElement
}

/** A document that is drawn on. Text is measured by the same fonts that draw it. */
export class Canvas {
  readonly setter: TextSetter
  readonly #fonts: FontLibrary
  readonly #pdf: ReadablePdf
  readonly #tags: Tags
  #current = ''

  constructor(fonts: FontLibrary, properties: Properties) {
    this.#fonts = fonts
    this.#pdf = new ReadablePdf(properties)
    this.#tags = new Tags(this.#pdf)
    const measure: Measure = (run, style) => this.#use(run, style).widthOfString(run.drawn)
    this.setter = new TextSetter(fonts, measure)
  }

  addPage(): void {
    this.#tags.end()
    this.#pdf.addPage()
  }

  /** @param drawCard Draws a card around its values. */
  draw(page: Page, drawCard: (sides: Area) => void = () => undefined): void {
    for (const mark of page)
      if (mark.kind === 'text') this.line(mark.line, mark, mark.part)
      else if (mark.kind === 'box') this.#box(mark)
      else drawCard(mark)
  }

  #box({ x, top, width, height, fill, radius = 0 }: Box): void {
    this.#tags.begin(null)
    if (radius > 0) this.#pdf.roundedRect(x, top, width, height, radius).fill(fill)
    else this.#pdf.rect(x, top, width, height).fill(fill)
  }

  /**
   * Draws a line whose top is at this height.
   *
   * @param of What it belongs to; null: an artifact.
   */
  line(line: Line, { x, top }: Place, of: Part | null = null): void {
    for (const run of line.runs) {
      const pdf = this.#use(run, line.style)
      const at = { x: x + run.x, baseline: top + line.baseline }
      const lang = languageOf(run.script)
      if (lang === null) this.#tags.begin(of)
      pdf.fillColor(line.style.colour)
      if (lang === null) pdf.setText(run.drawn, at)
      else
        this.#tags.words(of, { lang, actual: isReordered(run.script) ? run.text : null }, (mark) =>
          pdf.setMarkedText(run.drawn, at, mark),
        )
    }
  }

  /** Draws a QR code in a square. */
  code({ size, dark }: QrCode, box: Area, of: Part | null): void {
    const side = box.width / size
    this.#tags.begin(of)
    // A hair taller than a module: else viewers show white lines between rows.
    for (const { column, row, length } of dark)
      this.#pdf.rect(box.x + column * side, box.top + row * side, length * side, side + 0.04)
    this.#pdf.fill('#000000')
  }

  /** Draws within a rounded outline: nothing of it beyond. */
  within({ x, top, width, height }: Area, radius: number, draw: () => void): void {
    this.#tags.begin(null)
    this.#pdf.save().roundedRect(x, top, width, height, radius).clip()
    draw()
    this.#tags.begin(null)
    this.#pdf.restore()
  }

  /** Draws an outline, and a dashed line down its middle. */
  outline({ x, top, width, height }: Area, radius: number, colour: string): void {
    this.#tags.begin(null)
    this.#pdf.save().lineWidth(0.6).strokeColor(colour)
    this.#pdf.roundedRect(x, top, width, height, radius).stroke()
    const middle = x + width / 2
    this.#pdf
      .moveTo(middle, top)
      .lineTo(middle, top + height)
      .dash(3, { space: 2.5 })
      .stroke()
      .restore()
  }

  /** A logo in a box, as large as it goes, at the left. @returns Its width. */
  logo({ image, width, height }: Logo, box: Area): number {
    const scale = Math.min(box.width / width, box.height / height)
    const size = { width: width * scale, height: height * scale }
    this.#tags.begin(null)
    this.#pdf.image(image, box.x, box.top + (box.height - size.height) / 2, size)
    return size.width
  }

  /** A link whose figure is drawn here. */
  link({ url, text }: { url: string; text: string }, box: Area, draw: (figure: Part) => void): void {
    const link = part('Link')
    draw({ ...part('Figure', link), alt: text })
    this.#tags.end()
    const element = this.#tags.element(link)
    const options: LinkOptions = { structParent: element }
    Object.assign(options, { Contents: new String(text) })
    this.#pdf.link(box.x, box.top, box.width, box.height, url, options)
    // Ended here, because pdfkit writes the page at which it ends.
    element.end()
  }

  /** A large faint word from corner to corner, over everything else. */
  watermark(text: string, colour: string): void {
    const style: TextStyle = { size: 84, weight: 'semibold', colour }
    const line = this.setter.line(text, style)
    const [x, y] = [SHEET.width / 2, SHEET.height / 2]
    this.#tags.begin(null)
    this.#pdf
      .save()
      .rotate(-52, { origin: [x, y] })
      .fillOpacity(0.1)
    this.line(line, { x: x - line.width / 2, top: y - line.height / 2 })
    this.#pdf.restore()
  }

  /** Ends the document. @returns Its bytes. */
  async bytes(): Promise<Uint8Array> {
    this.#tags.end()
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
