import type { Clock } from '@parakh/core'

/** Calls that begin within so many milliseconds share a timer. */
const TOGETHER_MS = 50

interface Group {
  readonly beganMs: number
  readonly timer: NodeJS.Timeout
  readonly ends: Set<() => void>
}

/**
 * Timers of many that begin at about the same time and almost all end long before: one for those of a moment, in the place of one each.
 * It comes at most 50 ms too early for the last of them.
 */
export class DeadlineTimers {
  readonly #clock: Clock
  #newest: Group | null = null

  /** @param afterMs Milliseconds until a deadline. */
  constructor(
    clock: Clock,
    readonly afterMs: number,
  ) {
    this.#clock = clock
  }

  /** Runs `end` at the deadline. @returns Lets it go. */
  start(end: () => void): () => void {
    const group = this.#groupOfNow()
    group.ends.add(end)
    return () => {
      group.ends.delete(end)
      // Nobody is left: it must not hold a process up that has nothing else to do.
      if (group.ends.size === 0) this.#drop(group)
    }
  }

  #groupOfNow(): Group {
    const now = this.#clock.monotonicMs()
    const newest = this.#newest
    if (newest && now - newest.beganMs < TOGETHER_MS) return newest
    const ends = new Set<() => void>()
    const timer = setTimeout(() => {
      if (this.#newest?.ends === ends) this.#newest = null
      for (const end of ends) end()
    }, this.afterMs)
    this.#newest = { beganMs: now, timer, ends }
    return this.#newest
  }

  #drop(group: Group): void {
    clearTimeout(group.timer)
    if (this.#newest === group) this.#newest = null
  }
}
