import type { BrokenInvariant } from '@parakh/core'

/** So many are listed; a ledger that is broken all over must not fill the memory. */
const MOST_LISTED = 1_000

/** What a check of the ledger found. */
export class Findings {
  readonly #broken: BrokenInvariant[] = []
  /** Entries that were read. */
  entries = 0

  /** Notes an invariant that does not hold. */
  check(invariant: string, holds: boolean, detail: () => string): void {
    if (!holds && this.#broken.length < MOST_LISTED) this.#broken.push({ invariant, detail: detail() })
  }
  get broken(): readonly BrokenInvariant[] {
    return this.#broken
  }
}
