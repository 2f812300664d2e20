import {
  type BookedAttempt,
  type BookedCost,
  type CallLeg,
  type CostBook,
  type CostPeriod,
  type EndpointMargin,
  micro,
  zero,
} from '@parakh/core'
import type { Knex } from 'knex'
import * as z from 'zod'
import { Counted } from '../columns.ts'
import type { Database } from '../connection/database.ts'
import { type OperationCostsOptions, operationCosts } from './operation-costs.ts'

/** Rows of one statement. */
const PAGE = 5_000
const INSERTED = 200
/** How long after it came a call's first attempt may be booked: of one at the end of a month, in the next. */
const ASKED_WITHIN_MS = 86_400_000

const Amount = Counted.transform(micro)
const EndpointCost = z.object({ endpoint: z.string(), attempts: Counted, cost: Amount })
const Sold = z.object({
  reference: z.string(),
  endpoint: z.string(),
  charged: Counted,
  refunded: Counted,
  legs: z.string().transform((text) => JSON.parse(text) as readonly CallLeg[]),
})
const Booked = z.object({ reference: z.string(), attempts: Counted, cost: Amount }).transform((row): BookedCost => row)

/**
 * What operations of providers cost, and what attempts at them did, on a database.
 *
 * @example
 * const costs = createCostBook({ database, clock, ids })
 * await costs.append(attempts)
 */
export function createCostBook(options: OperationCostsOptions): CostBook {
  const { database } = options
  const { knex, table } = database
  const within = ({ from, until }: CostPeriod): Knex.QueryBuilder =>
    knex({ a: table('provider_attempt') })
      .where('a.at', '>=', from)
      .where('a.at', '<', until)
      .whereNot('a.outcome', 'unsent')
  return {
    ...operationCosts(options),
    async append(attempts) {
      await database.write(async (transaction) => {
        for (let from = 0; from < attempts.length; from += INSERTED)
          await transaction(table('provider_attempt')).insert(attempts.slice(from, from + INSERTED).map(rowOf))
      })
    },
    async margins(period) {
      const asked = z
        .array(EndpointCost)
        .parse(
          await within(period)
            .where('a.environment', 'production')
            .groupBy('a.endpoint')
            .select('a.endpoint')
            .count({ attempts: '*' })
            .sum({ cost: 'a.cost' }),
        )
      const sold = new Map<string, Brought>()
      for (let after = ''; ; ) {
        const page = await soldPage(within({ ...period, until: period.until + ASKED_WITHIN_MS }), table, {
          period,
          after,
        })
        for (const call of page) addCall(sold, call)
        const last = page.at(-1)
        if (!last) break
        after = last.reference
      }
      const unasked = [...sold.keys()].filter((endpoint) => asked.every((row) => row.endpoint !== endpoint))
      const rows = [...asked, ...unasked.map((endpoint) => ({ endpoint, attempts: 0, cost: zero }))]
      return rows.map((row): EndpointMargin => ({ ...row, ...(sold.get(row.endpoint) ?? NOTHING) }))
    },
    async booked({ provider, after, ...period }) {
      const query = within(period).where('a.reference', '>', after).limit(PAGE)
      if (provider.includes('/')) query.where('a.provider', provider)
      else query.whereRaw('substr(a.provider, 1, ?) = ?', [provider.length + 1, `${provider}/`])
      return z
        .array(Booked)
        .parse(
          await query
            .groupBy('a.reference')
            .orderBy('a.reference')
            .select('a.reference')
            .count({ attempts: '*' })
            .sum({ cost: 'a.cost' }),
        )
    },
    purge: (before) =>
      database.write((transaction) => transaction(table('provider_attempt')).where('at', '<', before).delete()),
  }
}

const rowOf = ({ accountId, ...attempt }: BookedAttempt) => ({ ...attempt, account_id: accountId })

type Brought = Pick<EndpointMargin, 'calls' | 'revenue' | 'commission'>
const NOTHING: Brought = { calls: 0, revenue: zero, commission: zero }

/** Calls of a time that asked, each once however often it asked. */
async function soldPage(
  attempts: Knex.QueryBuilder,
  table: Database['table'],
  { period, after }: { readonly period: CostPeriod; readonly after: string },
): Promise<readonly z.output<typeof Sold>[]> {
  const rows: unknown = await attempts
    .where('a.environment', 'production')
    .where('a.reference', '>', after)
    .join({ c: table('call') }, 'c.reference', 'a.reference')
    .where('c.at', '>=', period.from)
    .where('c.at', '<', period.until)
    .distinct('c.reference', 'c.endpoint', 'c.charged', 'c.refunded', 'c.legs')
    .orderBy('c.reference')
    .limit(PAGE)
  return z.array(Sold).parse(rows)
}

/** A call that was given back has paid nobody; what was clawed back of it has come back. */
function addCall(sold: Map<string, Brought>, { endpoint, charged, refunded, legs }: z.output<typeof Sold>): void {
  const { calls, revenue, commission } = sold.get(endpoint) ?? NOTHING
  const kept = charged > 0 && refunded === 0
  const paid = kept ? legs.reduce((sum, { amount, clawedBack }) => sum + (clawedBack ? 0 : amount), 0) : 0
  sold.set(endpoint, {
    calls: calls + (charged > 0 ? 1 : 0),
    revenue: micro(revenue + charged - refunded),
    commission: micro(commission + paid),
  })
}
