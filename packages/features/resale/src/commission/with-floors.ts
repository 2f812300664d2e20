import { type Accounts, decimal, exactDecimal, soldItemText } from '@parakh/core'
import { resaleErrors } from '../error-codes.ts'
import { percentText } from '../percent-text.ts'
import { atRevision } from '../prices/at-revision.ts'
import { CommissionTree } from '../prices/commission-tree.ts'
import { floorOf, pays } from '../prices/floor.ts'
import { shareOf } from '../prices/shares.ts'
import type { CommissionsOptions } from './create-commissions.ts'
import { candidates } from './prices-below.ts'

/**
 * Accounts that move only if no price in force or planned, of them and of all below them, falls below its floor under the new line: the
 * rule of `Prices.set`. A price that was below its floor before is allowed if it falls no lower.
 *
 * @returns Accounts whose `move` also throws `ACCOUNT_MOVE_BELOW_FLOOR`, with the price, its scope and what is allowed.
 */
export function withFloors(accounts: Accounts, options: CommissionsOptions): Accounts {
  return {
    ...accounts,
    async move(id, parentId, by = 'system') {
      const actor = typeof by === 'string' ? by : by.actor
      if (parentId === null) return await accounts.move(id, parentId, by)
      return await atRevision(options.prices, async (ifRevision) => {
        await checkMove(options, id, parentId)
        return await accounts.move(id, parentId, { actor, ifRevision })
      })
    },
  }
}

async function checkMove(options: CommissionsOptions, id: string, parentId: string): Promise<void> {
  const costly = [...(await options.sold()).values()].filter(({ cost }) => cost > 0)
  if (costly.length === 0) return
  const before = new CommissionTree(await options.rates.tree(), options.mode)
  // The store refuses cycles; here a line with a cycle would not end.
  if (before.line(parentId).some(({ accountId }) => accountId === id)) return
  const of = { accountId: id, itself: true, now: options.clock.now() }
  const after = before.moved(id, parentId)
  for (const endpoint of costly) {
    const { cost } = endpoint
    const entries = await options.prices.history(endpoint.endpoint)
    const earlier = new Map(
      candidates(endpoint, entries, { ...of, tree: before }).map((one) => [one.entryId, one.lineBasisPoints]),
    )
    for (const candidate of candidates(endpoint, entries, { ...of, tree: after })) {
      const { entryId, price, lineBasisPoints, whose } = candidate
      if (pays(price, { lineBasisPoints, cost }) || lineBasisPoints <= (earlier.get(entryId) ?? 0)) continue
      const floor = floorOf({ lineBasisPoints, cost })
      throw resaleErrors.error('ACCOUNT_MOVE_BELOW_FLOOR', {
        ...{ account: id, parent: parentId, endpoint: soldItemText(endpoint), whose, price: decimal(price) },
        ...{ line: percentText(lineBasisPoints), commission: exactDecimal(shareOf(price, lineBasisPoints)) },
        cost: decimal(cost),
        floor: floor === null ? 'a lower rate' : `a price of at least ${decimal(floor)} INR or a lower rate`,
      })
    }
  }
}
