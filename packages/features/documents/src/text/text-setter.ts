import type { FontLibrary, Weight } from '../fonts/font-library.ts'
import type { Script } from '../fonts/script.ts'
import { BidirectionalText, type Direction, visualOrder } from './bidi.ts'
import { cleanText } from './clean-text.ts'
import { type Run, runsOf } from './runs.ts'

/** How text looks. */
export interface TextStyle {
  /** In points. */
  readonly size: number
  readonly weight: Weight
  /** `#rrggbb` */
  readonly colour: string
}
/** A run in its place. */
export interface SetRun extends Run {
  /** From the beginning of the line, in points. */
  readonly x: number
  readonly width: number
}
/** One line of set text. */
export interface Line {
  /** In the order in which they are read. */
  readonly runs: readonly SetRun[]
  readonly width: number
  readonly style: TextStyle
  /** From line to line, in points. */
  readonly height: number
  /** From the top of the line down to where letters stand. */
  readonly baseline: number
}
interface Part {
  readonly text: string
  readonly wide: number
}
/** Measures a run: its width in points. */
export type Measure = (run: Run, style: TextStyle) => number

// Of the size. Alike in every script, so that a Hindi name stands on one line with a Latin one; letters of the south reach low.
const LINE_HEIGHT = 1.46
const BASELINE = 1.09

/** How much smaller text may become to fit. */
const SMALLEST = 0.6
const ELLIPSIS = '\u2026'

/** In UTF-16 units. A longer word is cut at once: to shape it as a whole takes long, and hardly any line holds it. */
const LONGEST_WORD = 200

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Where a long word may be broken: after a hyphen, a slash and the like. */
const breakable = (word: string): readonly string[] => word.match(/[^-/,;:@_.]*[-/,;:@_.]+|[^-/,;:@_.]+/g) ?? [word]

/** Sets text: cuts it into runs, measures and wraps it. */
export class TextSetter {
  readonly #measure: Measure
  readonly #latinWith: (codePoint: number) => Script
  readonly #bidi = new BidirectionalText()

  /** @param measure Of the document that is drawn, so that nothing is shaped twice. */
  constructor(fonts: FontLibrary, measure: Measure) {
    this.#measure = measure
    this.#latinWith = (codePoint) => fonts.latinWith(codePoint)
  }

  /** The width of text on one line. */
  width(text: string, style: TextStyle): number {
    return this.#line(cleanText(text), style).width
  }

  /** Text on one line, however long. */
  line(text: string, style: TextStyle): Line {
    return this.#line(cleanText(text).replaceAll('\n', ' '), style)
  }

  /** Text on one line that is no wider than this: smaller where it has to be, and cut off where that is not enough. */
  fitted(text: string, style: TextStyle, width: number): Line {
    const wished = this.line(text, style)
    if (wished.width <= width) return wished
    const size = Math.max(style.size * SMALLEST, (style.size * width) / wished.width)
    const smaller = { ...style, size }
    const [first] = this.wrap(text, smaller, width - this.#widthOf(ELLIPSIS, smaller))
    const whole = this.line(text, smaller)
    if (whole.width <= width || !first) return whole
    return this.line(`${first.runs.map((run) => run.text).join('')}${ELLIPSIS}`, smaller)
  }

  /** Text on as many lines as it takes; a word that is wider than the line is broken. */
  wrap(text: string, style: TextStyle, width: number): readonly Line[] {
    return cleanText(text)
      .split('\n')
      .flatMap((paragraph) => this.#wrapParagraph(paragraph, style, width))
  }

  #wrapParagraph(paragraph: string, style: TextStyle, width: number): readonly Line[] {
    const lines: string[] = []
    let current = ''
    let used = 0
    for (const { text, wide, gap } of this.#piecesOf(paragraph, style, width)) {
      const room = current === '' ? 0 : gap
      if (current !== '' && used + room + wide > width) {
        lines.push(current)
        current = text
        used = wide
      } else {
        current += room > 0 ? ` ${text}` : text
        used += room + wide
      }
    }
    const direction = this.#bidi.directionOf(paragraph)
    const set = [...lines, current].map((line) => this.#line(line, style, direction))
    return direction === 'rtl' ? alignedRight(set) : set
  }

  /** The words of a paragraph, each with the gap before it; of a word that is too wide its parts, which have none between them. */
  *#piecesOf(paragraph: string, style: TextStyle, width: number): Generator<Part & { readonly gap: number }> {
    const space = this.#widthOf(' ', style)
    const words = paragraph.split(' ')
    for (const [at, word] of words.entries()) {
      // Measured with its blank, as it will be drawn: so it is shaped once.
      const wide = at === words.length - 1 ? this.#wordWidth(word, style) : this.#wordWidth(`${word} `, style) - space
      const parts = wide <= width ? [{ text: word, wide }] : this.#partsOf(word, style, width)
      for (const [index, part] of parts.entries()) yield { ...part, gap: index === 0 ? space : 0 }
    }
  }

  /** The parts of a word that fit on a line each. */
  #partsOf(word: string, style: TextStyle, width: number): readonly Part[] {
    return breakable(word).flatMap((text) => {
      const wide = this.#wordWidth(text, style)
      return wide <= width ? [{ text, wide }] : this.#cut(text, style, width)
    })
  }

  #cut(text: string, style: TextStyle, width: number): readonly Part[] {
    const cuts: Part[] = []
    let current: Part = { text: '', wide: 0 }
    const known = new Map<string, number>()
    for (const { segment } of graphemes.segment(text)) {
      const wide = known.get(segment) ?? this.#widthOf(segment, style)
      known.set(segment, wide)
      if (current.text !== '' && current.wide + wide > width) {
        cuts.push(current)
        current = { text: '', wide: 0 }
      }
      current = { text: current.text + segment, wide: current.wide + wide }
    }
    return [...cuts, current]
  }

  #wordWidth(word: string, style: TextStyle): number {
    return word.length > LONGEST_WORD ? Number.POSITIVE_INFINITY : this.#widthOf(word, style)
  }

  #widthOf(text: string, style: TextStyle): number {
    return this.#runs(text, 'ltr').reduce((sum, run) => sum + this.#measure(run, style), 0)
  }

  #line(text: string, style: TextStyle, direction: Direction = this.#bidi.directionOf(text)): Line {
    const runs = this.#runs(text, direction).map((run) => ({ ...run, x: 0, width: this.#measure(run, style) }))
    let x = 0
    for (const index of visualOrder(runs.map(({ level }) => level))) {
      const run = runs[index]
      if (!run) continue
      run.x = x
      x += run.width
    }
    return { runs, width: x, style, height: style.size * LINE_HEIGHT, baseline: style.size * BASELINE }
  }

  #runs(text: string, direction: Direction): readonly Run[] {
    return runsOf(text, { latinWith: this.#latinWith, bidi: this.#bidi, direction })
  }
}

/** Lines that end below each other. */
function alignedRight(lines: readonly Line[]): readonly Line[] {
  const widest = Math.max(...lines.map(({ width }) => width))
  return lines.map((line) => ({
    ...line,
    width: widest,
    runs: line.runs.map((run) => ({ ...run, x: run.x + widest - line.width })),
  }))
}
