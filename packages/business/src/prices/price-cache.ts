import {
  type Clock,
  type CommissionBook,
  type CommissionMode,
  KeyedCache,
  type PriceChanges,
  type PriceLists,
  RevisionCache,
} from '@parakh/core'
import { PriceBook } from './price-book.ts'
import { type CommissionShare, sharesOf } from './shares.ts'

/** Lines that are remembered at most. */
const MOST_LINES = 50_000

/** What a cache of prices is made from. */
export interface PriceCacheOptions {
  readonly prices: Pick<PriceLists, 'changesAfter' | 'changesHere'>
  readonly commission: Pick<CommissionBook, 'line'>
  readonly mode: CommissionMode
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/**
 * Price lists and lines in memory, by the revision that lists, rates of commission and places in the tree share (decision 0021).
 *
 * @example
 * const cache = createPriceCache({ prices: store.prices, commission: store.commission, mode: 'differential', clock })
 * const { book } = await cache.get()
 */
export function createPriceCache({ prices, clock, ...options }: PriceCacheOptions): RevisionCache<KnownPrices> {
  return new RevisionCache<KnownPrices>({
    clock,
    changesHere: () => prices.changesHere(),
    async refresh(known = new KnownPrices(options)) {
      const changes = await prices.changesAfter(known.revision)
      if (changes) known.follow(changes)
      return known
    },
  })
}

/** What prices go by, as this process knows it. */
export class KnownPrices {
  readonly book = new PriceBook()
  #revision = -1
  #anyRate = false
  #lines = new KeyedCache<readonly CommissionShare[]>(MOST_LINES)

  constructor(private readonly options: Pick<PriceCacheOptions, 'commission' | 'mode'>) {}

  /** Up to which changes are in it. */
  get revision(): number {
    return this.#revision
  }

  /** Takes in what changed. */
  follow({ entries, revision, commission }: PriceChanges): void {
    this.book.add(entries)
    this.#revision = revision
    this.#anyRate = commission
    // A new one: what is being read for the old one is of before.
    this.#lines = new KeyedCache(MOST_LINES)
  }

  /**
   * The line from an account upwards, and what it is paid of the charges below it. Empty where that is nothing and no super admin has set
   * a price.
   */
  sharesFrom(accountId: string): readonly CommissionShare[] | Promise<readonly CommissionShare[]> {
    if (!this.#anyRate && !this.book.owned) return NOBODY
    const { commission, mode } = this.options
    return this.#lines.get(accountId, async () => sharesOf(mode, await commission.line(accountId)))
  }
}

const NOBODY: readonly CommissionShare[] = []
