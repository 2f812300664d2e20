import { isParakhError, type PriceLists } from '@parakh/core'

/** Changes of prices, rates and places are few: one that is overtaken so often is told of. */
const MOST_TRIES = 5

/**
 * Checks a change and makes it, at one revision of prices, rates and places: what another process changes in between is checked against
 * too, so that two changes which are right one by one are never wrong together.
 *
 * @param work Reads what it checks against, and changes only at this revision.
 * @throws `PRICING_CHANGED` where others were faster five times, and what `work` throws.
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
