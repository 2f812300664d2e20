import type { BrokenInvariant } from '@parakh/core'

/** So many are listed of each invariant; a ledger that is broken all over must not fill the memory. */
const MOST_LISTED = 100

/** What a check of the ledger found. */
export class Findings {
  readonly #broken: BrokenInvariant[] = []
  readonly #listed = new Map<string, number>()

  add(found: readonly BrokenInvariant[]): void {
    for (const broken of found) {
      const listed = this.#listed.get(broken.invariant) ?? 0
      if (listed >= MOST_LISTED) continue
      this.#listed.set(broken.invariant, listed + 1)
      this.#broken.push(broken)
    }
  }
  /** Notes an invariant that does not hold. */
  check(invariant: string, holds: boolean, detail: () => string): void {
    if (!holds) this.add([{ invariant, detail: detail() }])
  }
  get broken(): readonly BrokenInvariant[] {
    return this.#broken
  }
}
