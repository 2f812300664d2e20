import type { Clock } from '@parakh/core'

/**
 * The time by which rows are too old to keep: the time of day, but never more after the start of this process than has passed on its
 * monotonic clock. A clock that is set a year ahead by mistake would else drop a year's rows within the hour, for good.
 *
 * @example
 * const retention = new RetentionTime(clock)
 * await usageLog.purge(retention.at() - 365 * DAY_MS)
 */
export class RetentionTime {
  readonly #startedAt: number
  readonly #startedMonotonicMs: number

  constructor(private readonly clock: Clock) {
    this.#startedAt = clock.now().getTime()
    this.#startedMonotonicMs = clock.monotonicMs()
  }

  /** Milliseconds since 1970. */
  at(): number {
    const passedMs = this.clock.monotonicMs() - this.#startedMonotonicMs
    return Math.min(this.clock.now().getTime(), Math.ceil(this.#startedAt + passedMs))
  }
}
