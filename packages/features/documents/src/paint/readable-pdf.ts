import PDFDocument from 'pdfkit'
import { objectStreams } from './object-streams.ts'

/** What the properties of a file say: nothing of whom it is about. */
export interface Properties {
  readonly title: string
  readonly author: string
  readonly issuedAt: Date
}

/** Where text begins, and how far down its letters stand, in points from the top left corner. */
interface OnBaseline {
  readonly x: number
  readonly baseline: number
}

/** A tagged PDF whose text can be marked within its text objects. */
export class ReadablePdf extends PDFDocument {
  #mark: (() => void) | null = null

  constructor({ title, author, issuedAt }: Properties) {
    super({
      ...{ size: 'A4', margin: 0, autoFirstPage: false, font: '', pdfVersion: '1.7' },
      ...{ lang: 'en-IN', displayTitle: true, tagged: true },
      info: { Title: title, Author: author, Creator: author, Producer: author, CreationDate: issuedAt },
    })
    Object.assign(
      this,
      objectStreams(this, (bytes) => this.push(bytes)),
    )
  }

  setText(text: string, { x, baseline }: OnBaseline): void {
    this.text(text, x, baseline, { lineBreak: false, baseline: 'alphabetic' })
  }

  /**
   * Sets text as one marked content.
   *
   * @param mark Begins it.
   */
  setMarkedText(text: string, at: OnBaseline, mark: () => void): void {
    this.#mark = mark
    this.setText(text, at)
    this.#mark = null
  }

  /** Readers place the words where the mark ends, so it has to end within the text object that it marks. */
  override addContent(data: unknown): this {
    if (data === 'ET' && this.#mark) this.endMarkedContent()
    super.addContent(data)
    if (data === 'BT') this.#mark?.()
    return this
  }

  /** No XMP packet: pdfkit writes names into its XML as they are, so that "Rao & Sons" would break it. It is optional. */
  override endMetadata(): void {}
}
