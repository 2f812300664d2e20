import type { Clock, CommissionLedger } from '@parakh/core'
import { monthOf } from '@parakh/core/formats'
import type { CommissionRate, Commissions } from '../contract/commissions.ts'
import { resaleErrors } from '../error-codes.ts'
import { atRevision } from '../prices/at-revision.ts'
import { CommissionTree } from '../prices/commission-tree.ts'
import type { SoldNow } from '../prices/sold-endpoint.ts'
import type { CommissionMode } from '../settings.ts'
import type { CommissionRates } from '../tables/commission-rates.ts'
import type { PriceLists } from '../tables/price-lists.ts'
import { checkPrices } from './check-prices.ts'
import { capOf, checkCap } from './rate-rules.ts'

/** What changes of rates, and of places in the tree, are checked with. */
export interface CommissionsOptions {
  readonly rates: CommissionRates
  readonly prices: PriceLists
  readonly mode: CommissionMode
  readonly sold: SoldNow
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Commission with its rules: whole basis points up to the role's cap, and never so high that a price in force or planned falls below
 * its floor.
 *
 * @example
 * const commissions = createCommissions({ rates, prices, ledger, mode: 'flat', sold, clock })
 * await commissions.set({ accountId, basisPoints: 1_200, actor: 'asha' })
 */
export function createCommissions(options: CommissionsOptions & { readonly ledger: CommissionLedger }): Commissions {
  const { rates, ledger } = options

  async function rate(accountId: string): Promise<CommissionRate> {
    const [own] = await rates.line(accountId)
    if (!own) throw new TypeError('a line begins with its account')
    const { role, basisPoints } = own
    return { accountId, role, basisPoints, capBasisPoints: capOf(role) }
  }
  return {
    mode: options.mode,
    rate,
    async set({ accountId, basisPoints, actor }) {
      const { role, capBasisPoints: cap } = await rate(accountId)
      checkCap(role, basisPoints)
      await atRevision(options.prices, async (revision) => {
        const tree = async () => new CommissionTree(await rates.tree(), options.mode).with(accountId, basisPoints)
        await checkPrices(options, { accountId, basisPoints, tree })
        await rates.set({ accountId, basisPoints, actor }, revision)
      })
      return { accountId, role, basisPoints, capBasisPoints: cap }
    },
    totals: (accountId, environment) => ledger.totals(accountId, environment),
    convert: (conversion) => ledger.convert(conversion),
    async statement(accountId, environment, text) {
      const month = monthOf(text)
      if (!month) throw resaleErrors.error('COMMISSION_MONTH_INVALID', { month: text })
      const [from, until] = [month.from.getTime(), month.until.getTime()]
      const told = await ledger.month({ accountId, environment, from, until })
      return { accountId, environment, month: text, ...told }
    },
  }
}
