import openBidi, { type Bidi } from 'bidi-js'
import * as z from 'zod'

/** Its types say that of another module format. */
const Factory = z.custom<() => Bidi>((it) => typeof it === 'function')
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/** Which way a paragraph runs. */
export type Direction = 'ltr' | 'rtl'

/** The order in which text of both directions is written, by the bidirectional algorithm of Unicode (UAX 9). */
export class BidirectionalText {
  #opened: Bidi | null = null

  /** The direction of the first letter that has one. */
  directionOf(text: string): Direction {
    if (!RIGHT_TO_LEFT.test(text)) return 'ltr'
    return this.#bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr'
  }

  /** The level of each UTF-16 unit: from right to left where it is odd. Null: all of it runs from left to right. */
  levelsOf(text: string, direction: Direction): Uint8Array | null {
    return direction === 'rtl' || RIGHT_TO_LEFT.test(text)
      ? this.#bidi.getEmbeddingLevels(text, direction).levels
      : null
  }

  /** Text from right to left as it stands from left to right: brackets are turned. */
  mirrored(text: string): string {
    return [...text]
      .reverse()
      .map((character) => this.#bidi.getMirroredCharacter(character) ?? character)
      .join('')
  }

  /** Made for the first text that needs it. */
  get #bidi(): Bidi {
    const opened = this.#opened ?? Factory.parse(openBidi)()
    this.#opened = opened
    return opened
  }
}

/**
 * The order in which runs stand on a line (rule L2).
 *
 * @param levels Of each run.
 * @returns The place of each run in reading order, from left to right.
 */
export function visualOrder(levels: readonly number[]): readonly number[] {
  let order = levels.map((_, index) => index)
  for (let level = Math.max(0, ...levels); level > 0; level -= 1) {
    const turned: number[] = []
    let stretch: number[] = []
    for (const index of order)
      if ((levels[index] ?? 0) >= level) stretch.unshift(index)
      else {
        turned.push(...stretch, index)
        stretch = []
      }
    order = [...turned, ...stretch]
  }
  return order
}
