import { type Clock, KeyedCache, RevisionCache } from '@parakh/core'
import type { CommissionMode } from '../settings.ts'
import type { CommissionRates } from '../tables/commission-rates.ts'
import type { PriceChanges, PriceLists } from '../tables/price-lists.ts'
import { PriceBook } from './price-book.ts'
import { type CommissionShare, sharesOf } from './shares.ts'

/** The largest number of cached lines. */
const MOST_LINES = 50_000

/** The options of `createPriceCache`. */
export interface PriceCacheOptions {
  readonly prices: Pick<PriceLists, 'changesAfter' | 'changesHere'>
  readonly rates: Pick<CommissionRates, 'line'>
  readonly mode: CommissionMode
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/**
 * Price lists and lines in memory, by the common revision of price lists, commission rates and parents (decision 0021).
 *
 * @example
 * const cache = createPriceCache({ prices, rates, mode: 'differential', clock })
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

/** The prices and lines that this process has cached. */
export class KnownPrices {
  readonly book = new PriceBook()
  #revision = -1
  #anyRate = false
  #lines = new KeyedCache<readonly CommissionShare[]>(MOST_LINES)

  constructor(private readonly options: Pick<PriceCacheOptions, 'rates' | 'mode'>) {}

  /** The revision of its content. */
  get revision(): number {
    return this.#revision
  }

  /** Applies changes. */
  follow({ entries, revision, commission }: PriceChanges): void {
    this.book.add(entries)
    this.#revision = revision
    this.#anyRate = commission
    // A new cache: loads that are in flight for the old one may be outdated.
    this.#lines = new KeyedCache(MOST_LINES)
  }

  /** The line from an account upwards, with its commission. Empty if there is no commission and no super admin has set a price. */
  sharesFrom(accountId: string): readonly CommissionShare[] | Promise<readonly CommissionShare[]> {
    if (!this.#anyRate && !this.book.owned) return NOBODY
    const { rates, mode } = this.options
    return this.#lines.get(accountId, async () => sharesOf(mode, await rates.line(accountId)))
  }
}

const NOBODY: readonly CommissionShare[] = []
