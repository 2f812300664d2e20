import { Identifier } from '@parakh/core'
import { isIdentifier, setOwn } from '../request/canonical-json.ts'

/** Characters of one text of a record, unless its operation says otherwise: an address has some hundred. */
const LONGEST_TEXT = 2_000
/** Characters of all texts of a record together: as many as a document can hold. */
const LONGEST_RECORD = 100_000
const DEEPEST = 100

/** Control characters but for tab and line breaks, and halves of a character. */
const CONTROL = /[^\P{Cc}\t\n\r]|\p{Cs}/u
/** Marks that turn the direction of writing, and U+FEFF: nothing that is read, and they can show a text as another. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/** Whether a text of somebody else can be kept and shown as it is. @param most Characters. */
export const isPlainText = (text: string, most: number): boolean =>
  text.length <= most && !CONTROL.test(text) && text.search(DIRECTION) < 0

/** What is wrong with a text, and where. */
export type TextFault = 'text_too_long' | 'record_too_large' | 'control_character' | 'too_deep'

/**
 * The texts of a record, bounded and cleaned (decision 0055). Control characters are refused: no register holds them, and what is left
 * without them is another text. Marks of direction are taken out: the text is the same without them.
 */
export class RecordTexts {
  readonly #longest: number
  readonly #refuse: (fault: TextFault, path: readonly PropertyKey[]) => Error
  readonly #path: PropertyKey[] = []
  #total = 0

  /**
   * @param refuse Makes what is thrown.
   * @param longest Characters of one text.
   */
  constructor(refuse: (fault: TextFault, path: readonly PropertyKey[]) => Error, longest = LONGEST_TEXT) {
    this.#longest = longest
    this.#refuse = refuse
  }

  /** The same value with its texts cleaned. */
  clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#text(value)
    if (typeof value !== 'object' || value === null) return value
    if (this.#path.length > DEEPEST) throw this.#refuse('too_deep', [])
    if (isIdentifier(value)) return this.#identifier(value)
    if (Array.isArray(value)) return value.map((part, place) => this.#part(place, part))
    if (!isPlain(value)) return value
    const cleaned: Record<string, unknown> = {}
    for (const [name, part] of Object.entries(value)) setOwn(cleaned, this.#text(name), this.#part(name, part))
    return cleaned
  }

  #part(name: PropertyKey, part: unknown): unknown {
    this.#path.push(name)
    const cleaned = this.clean(part)
    this.#path.pop()
    return cleaned
  }

  #text(text: string): string {
    this.#total += text.length
    if (text.length > this.#longest) throw this.#refuse('text_too_long', this.#path)
    if (this.#total > LONGEST_RECORD) throw this.#refuse('record_too_large', [])
    if (CONTROL.test(text)) throw this.#refuse('control_character', this.#path)
    return text.replace(DIRECTION, '')
  }

  /** An identity number is compared and masked as it came: nothing is taken out of it. */
  #identifier(identifier: Identifier): Identifier {
    if (this.#text(Identifier.text(identifier)) === Identifier.text(identifier)) return identifier
    throw this.#refuse('control_character', this.#path)
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
