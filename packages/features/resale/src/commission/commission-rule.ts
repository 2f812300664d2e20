import type { CommissionLeg, PriceRule, RevisionCache } from '@parakh/core'
import type { KnownPrices } from '../prices/price-cache.ts'
import { legsOf } from '../prices/shares.ts'

const NOBODY: readonly CommissionLeg[] = []

/**
 * The commission of the accounts above the caller's: their shares of the final price.
 *
 * @example
 * PriceRules.contribute({ id: 'commission', needs: { sources: PriceSources }, make: ({ sources }) => commissionRule(sources) })
 */
export function commissionRule({
  cache,
}: {
  readonly cache: RevisionCache<KnownPrices>
}): Extract<PriceRule, { readonly phase: 'share' }> {
  const legs = (known: KnownPrices, parentId: string, price: Parameters<typeof legsOf>[1]) => {
    const shares = known.sharesFrom(parentId)
    return 'then' in shares ? shares.then((read) => legsOf(read, price)) : legsOf(shares, price)
  }
  return {
    phase: 'share',
    share({ account: { parentId } }, price) {
      if (parentId === null || price === 0) return NOBODY
      const known = cache.get()
      return 'then' in known ? known.then((fresh) => legs(fresh, parentId, price)) : legs(known, parentId, price)
    },
  }
}
