import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type InventedPerson, normalised } from './people.ts'

/** Each text of a person holds one of these; what is around them is looked at closely. */
const PLACES = /QZX|987654/g
/** How far before such a place a text of a person may begin, and how long it may be, in characters. */
const BEFORE = 12
const CONTEXT = 20

/** Finds people in whatever came out of a server. */
export class Search {
  readonly #marks: ReadonlySet<string>
  readonly #lengths: readonly number[]

  constructor(people: readonly InventedPerson[]) {
    this.#marks = new Set(people.flatMap(({ marks }) => marks))
    this.#lengths = [...new Set([...this.#marks].map(({ length }) => length))]
  }

  /** Where a person is found. @returns Each place with what is around it; empty where there is nobody. */
  found(where: string, given: string | Uint8Array): readonly string[] {
    const text = normalised(typeof given === 'string' ? given : Buffer.from(given).toString('latin1'))
    const found: string[] = []
    for (const { index } of text.matchAll(PLACES)) {
      if (!this.#isSomebody(text, index)) continue
      const around = text.slice(Math.max(0, index - CONTEXT), index + CONTEXT)
      found.push(`${where}: …${around.replaceAll(/[^\x20-\x7e]/g, '.')}…`)
    }
    return found
  }

  #isSomebody(text: string, index: number): boolean {
    for (let from = Math.max(0, index - BEFORE); from <= index; from += 1)
      if (this.#lengths.some((length) => this.#marks.has(text.slice(from, from + length)))) return true
    return false
  }

  /** The same in every file of a folder. */
  async foundBelow(folder: string): Promise<readonly string[]> {
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    const found: string[] = []
    for (const file of files.filter((one) => one.isFile()))
      found.push(...this.found(file.name, await readFile(join(file.parentPath, file.name))))
    return found
  }
}
