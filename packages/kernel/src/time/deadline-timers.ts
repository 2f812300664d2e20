import type { Clock } from '@parakh/core'

/** Calls that begin within so many milliseconds share a timer. */
const TOGETHER_MS = 50

interface Group {
  readonly beganMs: number
  readonly timer: NodeJS.Timeout
  /** Emptied place by place, as calls end. A set's table would keep what it once held: it grows old with its calls. */
  readonly ends: ((() => void) | null)[]
  open: number
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

  /** Runs `end` at the deadline. @param spentMs How much of the time is spent already. @returns Lets it go. */
  start(end: () => void, spentMs = 0): () => void {
    if (spentMs > 0) {
      const timer = setTimeout(end, Math.max(0, this.afterMs - spentMs))
      return () => clearTimeout(timer)
    }
    const group = this.#groupOfNow()
    const place = group.ends.push(end) - 1
    group.open += 1
    return () => {
      if (group.ends[place] !== end) return
      group.ends[place] = null
      group.open -= 1
      // Nobody is left: it must not hold a process up that has nothing else to do.
      if (group.open === 0) this.#drop(group)
    }
  }

  #groupOfNow(): Group {
    const now = this.#clock.monotonicMs()
    const newest = this.#newest
    if (newest && now - newest.beganMs < TOGETHER_MS) return newest
    const ends: Group['ends'] = []
    const timer = setTimeout(() => {
      if (this.#newest?.ends === ends) this.#newest = null
      for (const end of ends) end?.()
    }, this.afterMs)
    this.#newest = { beganMs: now, timer, ends, open: 0 }
    return this.#newest
  }

  #drop(group: Group): void {
    clearTimeout(group.timer)
    if (this.#newest === group) this.#newest = null
  }
}
