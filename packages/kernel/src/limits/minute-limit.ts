import type { Clock } from '@parakh/core'
import {
  type Buckets,
  increment,
  NO_BUCKETS,
  secondOf,
  secondsUntilFree,
  sum,
  within,
} from '../decide/second-buckets.ts'

const MOST_NAMES = 10_000

/**
 * At most so many of something in any 60 s, by a name such as an address. In the memory of one process: it spares work and holds no money.
 */
export class MinuteLimit {
  readonly #counted = new Map<string, Buckets>()

  /** @param limit In 60 s of one name, at least 1. */
  constructor(
    readonly clock: Clock,
    readonly limit: number,
  ) {}

  /** Whole seconds to wait; 0: one more passes. */
  waitSeconds(name: string): number {
    const counted = this.#counted.get(name)
    if (counted === undefined) return 0
    const second = secondOf(counted, this.clock.monotonicMs())
    const buckets = within(counted, second)
    return sum(buckets) < this.limit ? 0 : secondsUntilFree(buckets, this.limit, second)
  }

  /** Counts one. */
  count(name: string): void {
    const counted = this.#counted.get(name) ?? NO_BUCKETS
    const second = secondOf(counted, this.clock.monotonicMs())
    // The oldest goes first: memory stays bounded under a spray of made-up keys.
    const [oldest] = this.#counted.keys()
    if (counted === NO_BUCKETS && this.#counted.size >= MOST_NAMES && oldest !== undefined) this.#counted.delete(oldest)
    this.#counted.delete(name)
    this.#counted.set(name, increment(within(counted, second), second))
  }
}
