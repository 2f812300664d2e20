import { documentsErrors } from '../error-codes.ts'
import type { Line } from '../text/text-setter.ts'
import { type Mark, type Page, SHEET, type Text } from './page.ts'
import type { Part } from './part.ts'

const MOST_PAGES = 200
/** Rounding of widths and heights must not push a line to the next page. */
const TOLERANCE = 0.01
/** Headings below each other go along to the next page together, up to this height. */
const MOST_HELD = 200

/** Fills one page after the other, from top to bottom. */
export class Flow {
  readonly #document: string
  readonly #pages: Mark[][] = [[]]
  #top: number = SHEET.firstTop
  /** What goes along to the next page where nothing has followed it: a heading. */
  #held: { readonly from: number; readonly top: number } | null = null

  /** @param document Whose, for an error. */
  constructor(document: string) {
    this.#document = document
  }

  /** Where the next thing goes. */
  get top(): number {
    return this.#top
  }
  /** What is left of this page. */
  get room(): number {
    return SHEET.bottom - this.#top
  }
  /** Whether nothing stands on this page yet, or nothing but what goes along. */
  get fresh(): boolean {
    return (this.#held?.top ?? this.#top) === this.#begin
  }
  get #begin(): number {
    return this.#pages.length === 1 ? SHEET.firstTop : SHEET.nextTop
  }
  /** The pages so far. */
  get pages(): readonly Page[] {
    return this.#pages
  }

  /** Whether something of this height still fits here. */
  fits(height: number): boolean {
    return height <= this.room + TOLERANCE
  }

  /** Begins a page, unless this one is empty. @throws `DOCUMENT_INVALID` after 200 pages. */
  breakPage(): void {
    if (this.fresh) return
    if (this.#pages.length >= MOST_PAGES)
      throw documentsErrors.error('DOCUMENT_INVALID', {
        id: this.#document,
        detail: `it has more than ${MOST_PAGES} pages`,
      })
    const held = this.#held
    const along = held ? (this.#pages.at(-1)?.splice(held.from) ?? []) : []
    const down = SHEET.nextTop - (held?.top ?? this.#top)
    this.#pages.push(along.map((mark) => ({ ...mark, top: mark.top + down })))
    this.#top += down
    this.#held = held && { from: 0, top: SHEET.nextTop }
  }

  /** Begins a page where this height does not fit here. */
  reserve(height: number): void {
    if (!this.fits(height)) this.breakPage()
  }

  /** Puts lines that must not stand last on a page. */
  putHeading(lines: readonly Line[], part: Part | null): void {
    const above = this.#held
    const here = { from: this.#pages.at(-1)?.length ?? 0, top: this.#top }
    const held = above && this.#top - above.top < MOST_HELD ? above : here
    this.#top = this.putLines(lines, { x: SHEET.left, top: this.#top }, part)
    this.#held = held
  }

  put(mark: Mark): void {
    this.#held = null
    this.#pages.at(-1)?.push(mark)
  }

  /** Puts lines below each other, from a height of this page. @returns Where they end. */
  putLines(lines: readonly Line[], { x, top }: Pick<Text, 'x' | 'top'>, part: Part | null): number {
    let at = top
    for (const line of lines) {
      this.put({ kind: 'text', line, x, top: at, part })
      at += line.height
    }
    return at
  }

  advance(height: number): void {
    this.#top += height
  }
  /** Leaves a gap, but none at the top of a page. */
  gap(height: number): void {
    if (this.#top !== this.#begin) this.#top += height
  }
}

/** The height of lines below each other. */
export const heightOf = (lines: readonly Line[]): number => lines.reduce((sum, { height }) => sum + height, 0)
