import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { documentsErrors } from '../error-codes.ts'
import { type ReadFont, readFont } from './read-font.ts'
import type { Script } from './script.ts'
import { sfntOf } from './sfnt.ts'

/** How heavy letters are. */
export type Weight = 'regular' | 'semibold'

const WEIGHTS: Readonly<Record<Weight, number>> = { regular: 400, semibold: 600 }

const find = createRequire(import.meta.url)

/**
 * Noto Sans, and Vazirmatn for Urdu, under the SIL Open Font Licence: one file per script and weight. The Noto fonts of Arabic draw a letter and
 * its dots as two glyphs, from which nobody reads the letter back.
 */
function fileOf(script: Script, weight: Weight): string {
  const ofLatin = script === 'latin' || script === 'latin-ext'
  const family = script === 'arabic' ? 'vazirmatn' : ofLatin ? 'noto-sans' : `noto-sans-${script}`
  return `@fontsource/${family}/files/${family}-${script}-${WEIGHTS[weight]}-normal.woff`
}

const LAST_OF_ASCII = 0x7e

/** The fonts of one service: each file is read when it is first needed, and kept. */
export class FontLibrary {
  readonly #fonts: Readonly<Record<Weight, Map<Script, ReadFont>>> = { regular: new Map(), semibold: new Map() }
  readonly #latin = new Map<number, Script>()

  /**
   * The font of a script.
   *
   * @throws `FONT_UNREADABLE`
   */
  font(script: Script, weight: Weight): ReadFont {
    const known = this.#fonts[weight].get(script)
    if (known) return known
    const read = this.#read(fileOf(script, weight), script === 'meetei-mayek' || script === 'ol-chiki')
    this.#fonts[weight].set(script, read)
    return read
  }

  #read(file: string, inOrder: boolean): ReadFont {
    try {
      return readFont(sfntOf(readFileSync(find.resolve(file))), inOrder)
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error)
      throw documentsErrors.error('FONT_UNREADABLE', { file, detail }, { cause: error })
    }
  }

  /** Which Latin file has a letter, a digit or a sign: accented letters and the rupee sign lie in the second one. */
  latinWith(codePoint: number): Script {
    if (codePoint <= LAST_OF_ASCII) return 'latin'
    const known = this.#latin.get(codePoint)
    if (known) return known
    const has = (script: Script): boolean => this.font(script, 'regular').hasGlyphForCodePoint(codePoint)
    const script = !has('latin') && has('latin-ext') ? 'latin-ext' : 'latin'
    this.#latin.set(codePoint, script)
    return script
  }
}
