import { isParakhError } from '@parakh/core'
import type { PriceLists } from '../tables/price-lists.ts'

/** Changes of prices, rates and parents are rare: after this many conflicts the change fails. */
const MOST_TRIES = 5

/**
 * Checks and makes a change at one revision of prices, rates and parents (optimistic concurrency): after a concurrent change it checks
 * again, so that two valid changes are never invalid together.
 *
 * @param work Checks and makes the change, only at this revision.
 * @throws `PRICING_CHANGED` after five conflicts, and what `work` throws.
 */
export async function atRevision<T>(
  prices: Pick<PriceLists, 'revision'>,
  work: (revision: number) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const revision = await prices.revision()
    try {
      return await work(revision)
    } catch (error) {
      if (!isParakhError(error) || error.code !== 'PRICING_CHANGED' || tries >= MOST_TRIES) throw error
    }
  }
}
