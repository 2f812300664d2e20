import { type Clock, coreErrors, MICRO_RUPEES_PER_PAISA, minus } from '@parakh/core'
import { monthOf } from '@parakh/core/formats'
import type {
  CostlyPlugin,
  CostPeriod,
  Costs,
  ListedCost,
  Margin,
  OperationCost,
  ProviderCost,
  ProviderInvoice,
} from '../contract/costs.ts'
import { resaleErrors } from '../error-codes.ts'
import type { CostBook } from '../tables/cost-book.ts'
import { type ConfiguredCost, type CostKey, CostTable } from './cost-table.ts'
import { readInvoice, reconcile } from './reconcile.ts'

/** The options of `createCosts`. */
export interface CostsParts {
  readonly book: CostBook
  readonly clock: Pick<Clock, 'now'>
  readonly configured: ConfiguredCost
  /** What may have a cost, by plugin id. */
  readonly operations: ReadonlyMap<string, CostlyPlugin>
}

/**
 * Provider costs, margins and reconciliation.
 *
 * @example
 * const costs = createCosts({ book, clock, configured, operations })
 * const { suspense } = await costs.reconcileMonth('2026-11', { provider: 'pan', csv })
 */
export function createCosts(parts: CostsParts): Costs {
  const { book, clock, operations } = parts

  async function compare(invoice: ProviderInvoice) {
    const { provider, csv, from, until, referenceColumn = 'reference', amountColumn = 'amount' } = invoice
    const invoiced = readInvoice(csv, { reference: referenceColumn, amount: amountColumn })
    return reconcile(provider, invoiced, await book.booked({ provider, from, until }))
  }
  return {
    async set({ validFrom, source = null, ...given }) {
      const cost = { ...given, source }
      requireOperation(operations, cost)
      if (!Number.isSafeInteger(cost.cost) || cost.cost < 0 || cost.cost % MICRO_RUPEES_PER_PAISA !== 0)
        throw coreErrors.error('INVALID_AMOUNT', { text: String(cost.cost) })
      const now = clock.now()
      if (validFrom && validFrom < now)
        throw resaleErrors.error('COST_IN_THE_PAST', { validFrom: validFrom.toISOString(), now: now.toISOString() })
      return await book.setCost({ ...cost, validFrom: validFrom ?? now })
    },
    async list({ past = false } = {}) {
      const listed = listedOf(parts, await book.costs())
      return past ? listed : listed.filter(({ status }) => status !== 'past')
    },
    async margins(month) {
      const { endpoints, providers } = await book.margins(periodOf(month))
      const margins = endpoints.map(
        (row): Margin => ({ ...row, margin: minus(minus(row.revenue, row.commission), row.cost) }),
      )
      return {
        endpoints: margins.sort(
          (one, other) => other.revenue - one.revenue || (one.endpoint < other.endpoint ? -1 : 1),
        ),
        providers: [...providers].sort((one, other) => other.cost - one.cost || byName(one, other)),
      }
    },
    operations: () => operations,
    reconcile: compare,
    reconcileMonth: async (month, invoice) => await compare({ ...invoice, ...periodOf(month) }),
  }
}

const byName = (one: ProviderCost, other: ProviderCost): number =>
  `${one.provider} ${one.endpoint}` < `${other.provider} ${other.endpoint}` ? -1 : 1

/** @throws `COST_OPERATION_UNKNOWN` */
function requireOperation(operations: CostsParts['operations'], { plugin, operation, source }: CostKey): void {
  const known = operations.get(plugin)
  const unknown = (what: string, allowed: readonly string[]) =>
    resaleErrors.error('COST_OPERATION_UNKNOWN', { what, allowed: allowed.join(', ') || 'nothing' })
  if (!known) throw unknown(`plugin ${plugin}`, [...operations.keys()])
  if (!known.operations.includes(operation)) throw unknown(`operation ${operation} of ${plugin}`, known.operations)
  if (source !== null && !known.sources.includes(source)) throw unknown(`source ${source} of ${plugin}`, known.sources)
}

/** Sorts costs by plugin, operation, source and time; those of the configuration first. */
function listedOf({ operations, configured, clock }: CostsParts, entries: readonly OperationCost[]) {
  const table = new CostTable(entries, configured)
  const now = clock.now()
  const keys = [...operations].flatMap(([plugin, { operations: names, sources }]) =>
    names.flatMap((operation) => [null, ...sources].map((source): CostKey => ({ plugin, operation, source }))),
  )
  const own = keys.flatMap((key): readonly ListedCost[] => {
    const cost = configured(key)
    if (cost === undefined) return []
    const status = table.inForce(key, now.getTime()) ? 'past' : 'in force'
    return [{ ...key, cost, set: null, status }]
  })
  const set = entries.map((entry): ListedCost => {
    const { plugin, operation, source, cost, id, validFrom, actor } = entry
    const holds = table.inForce(entry, Math.max(now.getTime(), validFrom.getTime())) === entry
    const status = validFrom > now ? 'planned' : 'in force'
    return { plugin, operation, source, cost, set: { id, validFrom, actor }, status: holds ? status : 'past' }
  })
  const place = ({ plugin, operation, source }: ListedCost): string => `${plugin} ${operation} ${source ?? ''}`
  const from = ({ set: one }: ListedCost): number => one?.validFrom.getTime() ?? 0
  return [...own, ...set].sort((one, other) =>
    place(one) === place(other) ? from(one) - from(other) : place(one) < place(other) ? -1 : 1,
  )
}

function periodOf(text: string): CostPeriod {
  const month = monthOf(text)
  if (!month) throw resaleErrors.error('COST_MONTH_INVALID', { month: text })
  return { from: month.from.getTime(), until: month.until.getTime() }
}
