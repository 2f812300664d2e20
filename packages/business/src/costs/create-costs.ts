import {
  type BookedCost,
  type CostBook,
  type CostPeriod,
  type Costs,
  type Margin,
  minus,
  type ProviderInvoice,
} from '@parakh/core'
import { businessErrors } from '../error-codes.ts'
import { monthOf } from '../plans/month.ts'
import { readInvoice, reconcile } from './reconcile.ts'

/**
 * What providers cost us.
 *
 * @example
 * const costs = createCosts(store.costs)
 * const { suspense } = await costs.reconcileMonth('2026-11', { provider: 'pan', csv })
 */
export function createCosts(book: CostBook): Costs {
  async function compare(invoice: ProviderInvoice) {
    const { provider, csv, from, until, referenceColumn = 'reference', amountColumn = 'amount' } = invoice
    const invoiced = readInvoice(csv, { reference: referenceColumn, amount: amountColumn })
    return reconcile(provider, invoiced, await allBooked(book, { provider, from, until }))
  }
  return {
    async margins(month) {
      const margins = (await book.margins(periodOf(month))).map(
        (row): Margin => ({ ...row, margin: minus(minus(row.revenue, row.commission), row.cost) }),
      )
      return margins.sort((one, other) => other.revenue - one.revenue || (one.endpoint < other.endpoint ? -1 : 1))
    },
    reconcile: compare,
    reconcileMonth: async (month, invoice) => await compare({ ...invoice, ...periodOf(month) }),
  }
}

function periodOf(text: string): CostPeriod {
  const month = monthOf(text)
  if (!month) throw businessErrors.error('COST_MONTH_INVALID', { month: text })
  return { from: month.from.getTime(), until: month.until.getTime() }
}

async function allBooked(book: CostBook, query: CostPeriod & { provider: string }): Promise<readonly BookedCost[]> {
  const all: BookedCost[] = []
  for (let after = ''; ; ) {
    const page = await book.booked({ ...query, after })
    all.push(...page)
    const last = page.at(-1)
    if (!last) return all
    after = last.reference
  }
}
