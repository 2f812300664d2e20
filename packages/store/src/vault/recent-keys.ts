import type { KeyObject } from 'node:crypto'

/** The data keys used last, unwrapped, in memory: at most so many. */
export class RecentKeys {
  readonly #keys = new Map<string, KeyObject>()

  /** @param limit How many are kept. */
  constructor(private readonly limit: number) {}

  get(accountId: string): KeyObject | undefined {
    const key = this.#keys.get(accountId)
    if (key && this.#keys.size >= this.limit) {
      // A full cache drops its oldest entry, so what is used is moved to the young end.
      this.#keys.delete(accountId)
      this.#keys.set(accountId, key)
    }
    return key
  }

  set(accountId: string, key: KeyObject): void {
    this.#keys.delete(accountId)
    this.#keys.set(accountId, key)
    if (this.#keys.size <= this.limit) return
    for (const oldest of this.#keys.keys()) {
      this.#keys.delete(oldest)
      return
    }
  }
}
