/**
 * How many calls are in flight, and who waits for their end. A count and no set of promises: the table of a set that all calls enter and
 * leave grows old, and what grew old keeps what it once held from a cheap collection.
 */
export class InFlightCount {
  #count = 0
  #waiting: (() => void)[] = []

  enter(): void {
    this.#count += 1
  }
  leave(): void {
    this.#count -= 1
    if (this.#count > 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const tell of waiting) tell()
  }
  /** Resolves when none is in flight. */
  none(): Promise<void> {
    return this.#count === 0 ? Promise.resolve() : new Promise((resolve) => void this.#waiting.push(resolve))
  }
}
