import { type Clock, type CommissionLedger, decimal, soldItemText } from '@parakh/core'
import { monthOf } from '@parakh/core/formats'
import type { CommissionRate, Commissions } from '../contract/commissions.ts'
import { resaleErrors } from '../error-codes.ts'
import { percentText } from '../percent-text.ts'
import { atRevision } from '../prices/at-revision.ts'
import { CommissionTree } from '../prices/commission-tree.ts'
import { pays } from '../prices/floor.ts'
import { COMMISSION_CAPS, shareOf } from '../prices/shares.ts'
import type { SoldNow } from '../prices/sold-endpoint.ts'
import type { CommissionMode } from '../settings.ts'
import type { CommissionRates } from '../tables/commission-rates.ts'
import type { PriceLists } from '../tables/price-lists.ts'
import { candidates } from './prices-below.ts'

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
    const capBasisPoints = COMMISSION_CAPS[role]
    if (capBasisPoints !== undefined) return { accountId, role, basisPoints, capBasisPoints }
    throw resaleErrors.error('COMMISSION_NOT_FOR_ROLE', { role, allowed: Object.keys(COMMISSION_CAPS).join(', ') })
  }
  return {
    mode: options.mode,
    rate,
    async set({ accountId, basisPoints, actor }) {
      const { role, capBasisPoints: cap } = await rate(accountId)
      if (!Number.isSafeInteger(basisPoints) || basisPoints < 0 || basisPoints > cap)
        throw resaleErrors.error('COMMISSION_ABOVE_CAP', {
          role,
          cap: percentText(cap),
          percent: percentText(basisPoints),
        })
      await atRevision(options.prices, async (revision) => {
        await checkPrices(options, accountId, basisPoints)
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

/** @throws `COMMISSION_ABOVE_PRICE` */
async function checkPrices(options: CommissionsOptions, accountId: string, basisPoints: number): Promise<void> {
  const costly = [...(await options.sold()).values()].filter(({ cost }) => cost > 0)
  if (costly.length === 0) return
  const tree = new CommissionTree(await options.rates.tree(), options.mode).with(accountId, basisPoints)
  const now = options.clock.now()
  for (const endpoint of costly) {
    const entries = await options.prices.history(endpoint.endpoint)
    for (const candidate of candidates(endpoint, entries, { tree, accountId, now })) {
      const { price, lineBasisPoints, whose } = candidate
      if (pays(price, { lineBasisPoints, cost: endpoint.cost })) continue
      throw resaleErrors.error('COMMISSION_ABOVE_PRICE', {
        ...{ percent: percentText(basisPoints), endpoint: soldItemText(endpoint), price: decimal(price), whose },
        ...{ line: percentText(lineBasisPoints), commission: decimal(shareOf(price, lineBasisPoints)) },
        cost: decimal(endpoint.cost),
      })
    }
  }
}
