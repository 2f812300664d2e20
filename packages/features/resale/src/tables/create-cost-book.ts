import { type Money, plus, type Steps, type TableTransaction, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { CostPeriod, ProviderCost } from '../contract/costs.ts'
import { attemptStatements as statements } from './attempt-statements.ts'
import type { BookedAttempt, BookedCost, CostBook, MarginParts, SourceDay } from './cost-book.ts'
import { type CostBookParts, operationCosts } from './operation-costs.ts'
import { waitingAttemptStatements as waitingStatements } from './waiting-attempt-statements.ts'

/** Rows of one statement: calls wait while a page is read, and on SQLite while one is dropped. */
const PAGE = 1_000
/** Rows of attempts that wait, of hundreds of attempts each. */
const WAITING_PAGE = 20
const DAY_MS = 86_400_000
/** How long after it came a call's first attempt may be booked: of one at the end of a day, on the next. */
const ASKED_WITHIN_MS = DAY_MS
/** How far a process's clock may be behind that of the calls. */
const ASKED_BEFORE_MS = 3_600_000

/**
 * What operations of providers cost, and what attempts at them did, in the plugin's own tables.
 *
 * @example
 * const book = createCostBook({ tables, ids })
 * await book.append(attempts)
 */
export function createCostBook(parts: CostBookParts): CostBook {
  const { tables, ids } = parts
  return {
    ...operationCosts(parts),
    append: (attempts, days = []) => tables.transaction((tx) => appended(tx, attempts, days)),
    setAside: (attempts) =>
      tables.transaction(function* (tx) {
        const since = Math.min(...attempts.map(({ at }) => at))
        yield* tx.run(waitingStatements.add({ id: ids.next(), since, attempts: JSON.stringify(attempts) }))
      }),
    waiting: (after) => tables.rows(waitingStatements.page({ after, limit: WAITING_PAGE })),
    waitingSince: async () => (await tables.first(waitingStatements.oldest()))?.since ?? null,
    bookWaiting: (id, attempts, days) =>
      tables.transaction(function* (tx) {
        // Another process has booked it.
        if ((yield* tx.run(waitingStatements.take({ id }))) === 0) return []
        return yield* appended(tx, attempts, days)
      }),
    sourceDays: async (day) => (await tables.rows(statements.sourceDays({ day }))).map((row) => ({ ...row, day })),
    async margins(period) {
      const margins = new Map<string, MarginParts>()
      const providers = new Map<string, ProviderCost>()
      const add = (row: Partial<MarginParts> & { readonly endpoint: string }) =>
        void margins.set(row.endpoint, summed(margins.get(row.endpoint), row))
      for (const day of daysOf(period)) {
        const asked = { asked_from: day.from - ASKED_BEFORE_MS, asked_until: day.until + ASKED_WITHIN_MS }
        for (const row of await tables.rows(statements.asked(day))) {
          const { endpoint, attempts, cost } = row
          add({ endpoint, attempts, cost })
          const key = `${row.provider} ${endpoint}`
          providers.set(key, withAttempts(providers.get(key), row))
        }
        for (const row of await tables.rows(statements.brought({ ...day, ...asked }))) add(row)
      }
      return { endpoints: [...margins.values()], providers: [...providers.values()] }
    },
    async booked({ provider: name, ...period }) {
      const calls = new Map<string, BookedCost>()
      const of = name.includes('/') ? { provider: name, plugin: null } : { provider: null, plugin: name }
      for (let from = { after_at: period.from, after_id: 0 }; ; ) {
        const page = await tables.rows(statements.booked({ ...period, ...of, ...from, limit: PAGE }))
        for (const attempt of page) calls.set(attempt.reference, added(calls.get(attempt.reference), attempt))
        const last = page.at(-1)
        if (!last) return [...calls.values()]
        from = { after_at: last.at, after_id: last.id }
      }
    },
    async purge(before) {
      await tables.transaction((tx) => tx.run(statements.purgeDays({ day: `${indianDay(new Date(before))}` })))
      for (let purged = 0; ; ) {
        const dropped = await tables.transaction((tx) => tx.run(statements.purge({ before, limit: PAGE })))
        purged += dropped
        if (dropped < PAGE) return purged
      }
    },
  }
}

function* appended(
  tx: TableTransaction,
  attempts: readonly BookedAttempt[],
  days: readonly SourceDay[],
): Steps<readonly SourceDay[]> {
  if (attempts.length > 0) yield* tx.run(statements.append({ rows: attempts.map(rowOf) }))
  const totals: SourceDay[] = []
  // In one order in all processes, so that none waits for another in a circle.
  for (const count of [...days].sort(byPlace)) {
    const row = yield* tx.first(statements.countDay(count))
    totals.push({ ...count, requests: row?.requests ?? count.requests })
  }
  return totals
}

const byPlace = (one: SourceDay, other: SourceDay): number =>
  `${one.day} ${one.source}` < `${other.day} ${other.source}` ? -1 : 1

const rowOf = ({ accountId, ...attempt }: BookedAttempt) => ({ ...attempt, account_id: accountId })

/** A time span in days: however many attempts there are, no statement reads for long. */
function daysOf({ from, until }: CostPeriod): readonly CostPeriod[] {
  const days: CostPeriod[] = []
  for (let day = from; day < until; day += DAY_MS) days.push({ from: day, until: Math.min(day + DAY_MS, until) })
  return days
}

function summed(
  known: MarginParts | undefined,
  {
    endpoint,
    attempts = 0,
    cost = zero,
    calls = 0,
    revenue = zero,
    commission = zero,
  }: Partial<MarginParts> & {
    readonly endpoint: string
  },
): MarginParts {
  if (!known) return { endpoint, attempts, cost, calls, revenue, commission }
  return {
    ...{ endpoint, attempts: known.attempts + attempts, cost: plus(known.cost, cost), calls: known.calls + calls },
    ...{ revenue: plus(known.revenue, revenue), commission: plus(known.commission, commission) },
  }
}

const withAttempts = (known: ProviderCost | undefined, row: ProviderCost): ProviderCost =>
  known === undefined
    ? row
    : {
        ...{ ...row, attempts: known.attempts + row.attempts, answers: known.answers + row.answers },
        cost: plus(known.cost, row.cost),
      }

const added = (
  known: BookedCost | undefined,
  { reference, cost }: { readonly reference: string; readonly cost: Money },
): BookedCost => ({ reference, attempts: (known?.attempts ?? 0) + 1, cost: plus(known?.cost ?? zero, cost) })
