const LOOK_MS = 250
/** From here on the process stood still, and was not only busy. */
const STALL_MS = 1_000
/** Connections that a peer closed meanwhile are found by using them: attempts that begin so soon afterwards say nothing either. */
const AFTERMATH_MS = 1_000

/**
 * Tells whether this process stood still: stopped (SIGSTOP), swapped out, or its event loop blocked. Its timers end attempts then whose
 * answers lie in the socket. It goes by the monotonic clock of the system, not by a server's: it measures this very process.
 */
export class StallWatch implements Disposable {
  #timer: NodeJS.Timeout | null = null
  #lookedAt = 0
  #stallEndedAt = Number.NEGATIVE_INFINITY

  /** A moment to give to `stalledSince`, in milliseconds. From the first on, it watches. */
  moment(): number {
    if (this.#timer) this.#look()
    else {
      this.#lookedAt = performance.now()
      this.#timer = setInterval(() => this.#look(), LOOK_MS).unref()
    }
    return this.#lookedAt
  }

  /** Whether the process stood still since then, or had just done so. @param moment What `moment` gave. */
  stalledSince(moment: number): boolean {
    // Not only at the timer: the timers that end attempts may run before it.
    this.#look()
    return this.#stallEndedAt + AFTERMATH_MS > moment
  }

  #look(): void {
    const now = performance.now()
    if (now - this.#lookedAt >= STALL_MS) this.#stallEndedAt = now
    this.#lookedAt = now
  }

  [Symbol.dispose](): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }
}
