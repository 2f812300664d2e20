import { type Clock, type Logger, type ProviderAttempt, RevisionCache, type SourceCaps } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { CostBook, SourceDay } from '../tables/cost-book.ts'

/** The options of `SourceDays`. */
export interface SourceDaysParts {
  readonly book: Pick<CostBook, 'sourceDays'>
  readonly clock: Pick<Clock, 'now' | 'monotonicMs'>
  readonly logger: Logger
  /** Requests of a day, by the id of the source. */
  readonly caps: ReadonlyMap<string, number>
}

/**
 * What capped sources were asked today: what is stored, which has what all processes have written, with what this one has not written yet and is
 * asking. Exact for one process, but for retries of a call that began below the cap; of others it lacks what they asked within two seconds. Where
 * it cannot be read, it goes by what it knows.
 */
export class SourceDays implements SourceCaps {
  #day = ''
  #stored = new Map<string, number>()
  #unwritten = new Map<string, number>()
  readonly #asking = new Map<string, number>()
  readonly #reached = new Set<string>()
  readonly #parts: SourceDaysParts
  readonly #read: RevisionCache<object>

  constructor(parts: SourceDaysParts) {
    this.#parts = parts
    this.#read = new RevisionCache<object>({
      clock: parts.clock,
      refresh: async () => {
        const day = this.#today()
        this.#take(await parts.book.sourceDays(day))
        return {}
      },
    })
  }

  enter(source: string): boolean | Promise<boolean> {
    const cap = this.#parts.caps.get(source)
    if (cap === undefined) return true
    const fresh = this.#read.get()
    if (!(fresh instanceof Promise)) return this.#enter(source, cap)
    return fresh.catch(() => undefined).then(() => this.#enter(source, cap))
  }

  #enter(source: string, cap: number): boolean {
    this.#today()
    const of = (counts: ReadonlyMap<string, number>): number => counts.get(source) ?? 0
    if (of(this.#stored) + of(this.#unwritten) + of(this.#asking) >= cap) {
      if (!this.#reached.has(source))
        this.#parts.logger.warn('upstream.cap_reached', { provider: source, cap, day: this.#day })
      this.#reached.add(source)
      return false
    }
    add(this.#asking, source, 1)
    return true
  }

  leave(source: string): void {
    add(this.#asking, source, -1)
  }

  /** The count of an attempt that was sent to a capped source, for its day. Null: it counts for none. */
  countOf({ provider, outcome, at }: Pick<ProviderAttempt, 'provider' | 'outcome' | 'at'>): SourceDay | null {
    if (outcome === 'unsent' || !this.#parts.caps.has(provider)) return null
    return { source: provider, day: `${indianDay(new Date(at))}`, requests: 1 }
  }

  /** Counts an attempt that will be written. */
  asked(attempt: Pick<ProviderAttempt, 'provider' | 'outcome' | 'at'>): void {
    const count = this.countOf(attempt)
    if (count && count.day === this.#today()) add(this.#unwritten, count.source, 1)
  }

  /** Counts were written. @param totals What stands there now, of all processes. */
  written(counts: readonly SourceDay[], totals: readonly SourceDay[]): void {
    const today = this.#today()
    for (const { source, day, requests } of counts) if (day === today) add(this.#unwritten, source, -requests)
    this.#take(totals)
  }

  /** A read that began before a write may end after it: what is stored only grows within a day. */
  #take(totals: readonly SourceDay[]): void {
    const today = this.#today()
    for (const { source, day, requests } of totals)
      if (day === today) this.#stored.set(source, Math.max(requests, this.#stored.get(source) ?? 0))
  }

  #today(): string {
    const day = `${indianDay(this.#parts.clock.now())}`
    if (day === this.#day) return day
    this.#day = day
    this.#stored = new Map()
    this.#unwritten = new Map()
    this.#reached.clear()
    return day
  }
}

function add(counts: Map<string, number>, source: string, by: number): void {
  counts.set(source, Math.max(0, (counts.get(source) ?? 0) + by))
}
