import type { Clock } from '@parakh/core'

const WINDOW_MS = 60_000
const REMEMBERED_PAIRS = 10_000

/**
 * Throttles a pair of address and key that fails again and again, before any look-up. Never a key alone: nobody can lock another
 * one out (decisions.md section 4). Of one process: it spares work, it holds no money.
 */
export class FailedCredentials {
  readonly #failures = new Map<string, { count: number; until: number }>()

  constructor(
    readonly clock: Clock,
    readonly limit: number,
  ) {}

  /** Whole seconds to wait; 0: not throttled. */
  waitSeconds(pair: string): number {
    const entry = this.#failures.get(pair)
    const now = this.clock.monotonicMs()
    if (!entry || entry.until <= now || entry.count < this.limit) return 0
    return Math.ceil((entry.until - now) / 1000)
  }

  /** Counts one failure. */
  failed(pair: string): void {
    const now = this.clock.monotonicMs()
    const entry = this.#failures.get(pair)
    if (entry && entry.until > now) {
      entry.count += 1
      return
    }
    // The oldest goes first: memory stays bounded under a spray of made-up keys.
    if (this.#failures.size >= REMEMBERED_PAIRS) {
      const [oldest] = this.#failures.keys()
      if (oldest !== undefined) this.#failures.delete(oldest)
    }
    this.#failures.delete(pair)
    this.#failures.set(pair, { count: 1, until: now + WINDOW_MS })
  }
}
