import { type Clock, decimal, soldItemText } from '@parakh/core'
import { resaleErrors } from '../error-codes.ts'
import { percentText } from '../percent-text.ts'
import type { CommissionTree } from '../prices/commission-tree.ts'
import { pays } from '../prices/floor.ts'
import { shareOf } from '../prices/shares.ts'
import type { SoldNow } from '../prices/sold-endpoint.ts'
import type { PriceLists } from '../tables/price-lists.ts'
import { type Candidate, candidates } from './prices-below.ts'

/** What rates are checked with. */
export interface PriceCheckOptions {
  readonly prices: Pick<PriceLists, 'history'>
  readonly sold: SoldNow
  readonly clock: Pick<Clock, 'now'>
}
/** New rates. */
export interface CheckedRates {
  /** The account whose rate it is; null: of several, so every line is checked. */
  readonly accountId: string | null
  /** The rate; of several the highest. */
  readonly basisPoints: number
  /** With the new rates. Not asked where no operation has a cost. */
  tree(): CommissionTree | Promise<CommissionTree>
  /** With those in force: a price that its line was paid too much of before is no reason. Absent: it is. */
  readonly before?: CommissionTree
}

/** @throws `COMMISSION_ABOVE_PRICE` where a price in force or planned would no longer pay its line and its providers. */
export async function checkPrices(
  { sold, prices, clock }: PriceCheckOptions,
  { accountId, basisPoints, before, ...rates }: CheckedRates,
): Promise<void> {
  const costly = [...(await sold()).values()].filter(({ cost }) => cost > 0)
  if (costly.length === 0) return
  const [tree, now] = [await rates.tree(), clock.now()]
  for (const endpoint of costly) {
    const entries = await prices.history(endpoint.endpoint)
    const earlier = before ? linesOf(candidates(endpoint, entries, { tree: before, accountId, now })) : NO_LINES
    for (const candidate of candidates(endpoint, entries, { tree, accountId, now })) {
      const { entryId, price, lineBasisPoints, whose } = candidate
      if (pays(price, { lineBasisPoints, cost: endpoint.cost })) continue
      if (lineBasisPoints <= (earlier.get(entryId) ?? -1)) continue
      throw resaleErrors.error('COMMISSION_ABOVE_PRICE', {
        ...{ percent: percentText(basisPoints), endpoint: soldItemText(endpoint), price: decimal(price), whose },
        ...{ line: percentText(lineBasisPoints), commission: decimal(shareOf(price, lineBasisPoints)) },
        cost: decimal(endpoint.cost),
      })
    }
  }
}

const NO_LINES: ReadonlyMap<string | null, number> = new Map()
const linesOf = (all: readonly Candidate[]): ReadonlyMap<string | null, number> =>
  new Map(all.map(({ entryId, lineBasisPoints }) => [entryId, lineBasisPoints]))
