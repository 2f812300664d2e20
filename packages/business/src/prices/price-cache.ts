import type { Clock, CommissionBook, CommissionMode, PriceLists } from '@parakh/core'
import { type CommissionShare, sharesOf } from '../commission/shares.ts'
import { PriceBook } from './price-book.ts'

/** After so long a look at the database is begun beside calls, and after so long calls wait for it, in milliseconds. */
const LOOK_AFTER_MS = 500
export const STALE_AFTER_MS = 1_000
/** Lines that are remembered at most; then all are forgotten, and read again as they are needed. */
const MOST_LINES = 50_000

/** What prices go by, as this process knows it. */
export interface KnownPrices {
  readonly book: PriceBook
  /**
   * The line from an account upwards, and what it is paid of the charges below it. Empty where that is nothing and no super admin has set
   * a price.
   */
  sharesFrom(accountId: string): readonly CommissionShare[] | Promise<readonly CommissionShare[]>
}

/** What a cache of prices is made from. */
export interface PriceCacheOptions {
  readonly prices: Pick<PriceLists, 'changesAfter' | 'changesHere'>
  readonly commission: Pick<CommissionBook, 'line'>
  readonly mode: CommissionMode
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/**
 * Price lists and lines in memory, never older than a second: one row of the database says whether anything changed. While calls come,
 * it is looked at every half second beside them; after a pause the first call waits for it. What this process itself changes acts on
 * its next call (decision 0021).
 *
 * @example
 * const cache = createPriceCache({ prices: store.prices, commission: store.commission, mode: 'differential', clock })
 * const { book } = await cache.known()
 */
export function createPriceCache(options: PriceCacheOptions): { known(): KnownPrices | Promise<KnownPrices> } {
  const { prices, clock } = options
  const state = new State(options)
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const [at, here] = [clock.monotonicMs(), prices.changesHere()]
    const told = await prices.changesAfter(state.revision)
    if (told) state.follow(told)
    state.lookedAt = at
    state.here = here
  }
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = null
    })
    return looking
  }
  /** A look that was in progress when this process changed something may not have seen it. */
  async function lookAgain(): Promise<KnownPrices> {
    do await lookOnce()
    while (state.here !== prices.changesHere())
    return state
  }
  return {
    known() {
      const age = clock.monotonicMs() - state.lookedAt
      if (state.here !== prices.changesHere() || age >= STALE_AFTER_MS) return lookAgain()
      // Trouble is told to the call that has to wait.
      if (age >= LOOK_AFTER_MS) lookOnce().catch(() => undefined)
      return state
    },
  }
}

class State implements KnownPrices {
  readonly book = new PriceBook()
  revision = -1
  /** Of the clock that never runs backwards; at first, never. */
  lookedAt = Number.NEGATIVE_INFINITY
  here = -1
  #anyRate = false
  #lines = new Map<string, readonly CommissionShare[]>()

  constructor(private readonly options: Pick<PriceCacheOptions, 'commission' | 'mode'>) {}

  follow(told: NonNullable<Awaited<ReturnType<PriceLists['changesAfter']>>>): void {
    this.book.add(told.entries)
    this.revision = told.revision
    this.#anyRate = told.commission
    // A new map: what is being read for the old one is of before.
    this.#lines = new Map()
  }
  sharesFrom(accountId: string): readonly CommissionShare[] | Promise<readonly CommissionShare[]> {
    if (!this.#anyRate && !this.book.owned) return NOBODY
    return this.#lines.get(accountId) ?? this.#read(accountId)
  }
  async #read(accountId: string): Promise<readonly CommissionShare[]> {
    const { commission, mode } = this.options
    const lines = this.#lines
    const shares = sharesOf(mode, await commission.line(accountId))
    if (lines.size >= MOST_LINES) lines.clear()
    lines.set(accountId, shares)
    return shares
  }
}

const NOBODY: readonly CommissionShare[] = []
