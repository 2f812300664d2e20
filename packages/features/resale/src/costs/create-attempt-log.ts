import { type AttemptLog, errorFacts, type Logger, type ProviderAttempt } from '@parakh/core'
import type { BookedAttempt, CostBook, SourceDay } from '../tables/cost-book.ts'
import { sourceName } from './configured-costs.ts'
import { type ConfiguredCost, CostTable } from './cost-table.ts'
import type { SourceDays } from './source-days.ts'

/** Attempts are written after this time in milliseconds, or when this many wait; so many in one transaction, however many wait. */
const WRITE_AFTER_MS = 1_000
const WRITE_AT = 500
/** The largest number of waiting attempts while the database is unavailable; beyond it the oldest are dropped and logged. */
const MOST_WAITING = 50_000

/** The options of `createAttemptLog`. */
export interface AttemptLogOptions {
  readonly book: Pick<CostBook, 'append' | 'costs' | 'setAside' | 'waiting' | 'waitingSince' | 'bookWaiting'>
  readonly logger: Logger
  /** The costs of the configuration. Attempts of operations without any known cost are not stored. */
  readonly configured: ConfiguredCost
  /** What counts the requests of capped sources. */
  readonly days: SourceDays
}

/** Books attempts, also those that could not be booked before. */
export interface BookedAttemptLog extends AttemptLog, AsyncDisposable {
  /**
   * Books attempts that were set aside, by this process or one before it.
   *
   * @throws The database's error if some still cannot be booked. The others are booked.
   */
  bookWaiting(): Promise<void>
  /** When the oldest attempt was made that could not be booked yet, in milliseconds since 1970; null: every attempt is booked. */
  waitingSince(): Promise<number | null>
}

/**
 * Books attempts in batches, so that no call waits for it; it moves no money. A batch that cannot be booked is set aside in the database, and
 * booked later. While the database is unavailable, attempts wait in memory. A process that is killed loses its last second of attempts.
 * Disposing it writes those that wait.
 *
 * @example
 * const log = createAttemptLog({ book, logger, configured, days })
 */
export function createAttemptLog({ book, logger, configured, days }: AttemptLogOptions): BookedAttemptLog {
  let waiting: ProviderAttempt[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()
  let unavailable = false

  function write(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(async () => {
      while (waiting.length > 0 && (await writeBatch(waiting.splice(0, WRITE_AT))));
    })
    return writing
  }
  type Append = (priced: readonly BookedAttempt[], counts: readonly SourceDay[]) => Promise<readonly SourceDay[]>
  async function appendPriced(attempts: readonly ProviderAttempt[], append: Append): Promise<void> {
    const priced = withCosts(new CostTable(await book.costs(), configured), attempts)
    const counts = dayCounts(attempts.flatMap((attempt) => days.countOf(attempt) ?? []))
    days.written(counts, await append(priced, counts))
  }
  /** @returns Whether it was written. */
  async function writeBatch(batch: readonly ProviderAttempt[]): Promise<boolean> {
    try {
      await appendPriced(batch, async (priced, counts) =>
        priced.length + counts.length > 0 ? await book.append(priced, counts) : [],
      )
      unavailable = false
      return true
    } catch (error) {
      return await setAside(batch, error)
    }
  }
  /** @returns Whether it is in the database. */
  async function setAside(batch: readonly ProviderAttempt[], cause: unknown): Promise<boolean> {
    try {
      await book.setAside(batch)
      unavailable = false
      logger.error('costs.not_booked', { ...errorFacts(cause), waiting: batch.length, lost: 0 })
      return true
    } catch {
      unavailable = true
      keep(batch)
      return false
    }
  }
  function keep(batch: readonly ProviderAttempt[]): void {
    waiting = [...batch, ...waiting]
    const lost = waiting.splice(0, Math.max(0, waiting.length - MOST_WAITING)).length
    logger.error('costs.not_booked', { waiting: waiting.length, lost })
    later()
  }
  function later(): void {
    if (timer) return
    timer = setTimeout(write, WRITE_AFTER_MS)
    // The timer does not keep the process alive: disposing writes what waits.
    timer.unref()
  }
  async function bookRows(after: string): Promise<unknown[]> {
    const rows = await book.waiting(after)
    const failures: unknown[] = []
    for (const { id, attempts } of rows)
      await appendPriced(attempts, (priced, counts) => book.bookWaiting(id, priced, counts)).catch((error: unknown) =>
        failures.push(error),
      )
    const last = rows.at(-1)
    return last === undefined ? failures : [...failures, ...(await bookRows(last.id))]
  }
  return {
    record(attempt) {
      waiting.push(attempt)
      days.asked(attempt)
      // What could not be written waits for its time, however much comes meanwhile.
      if (waiting.length === WRITE_AT) void write()
      else later()
    },
    async bookWaiting() {
      const [failure] = await bookRows('')
      if (failure !== undefined) throw failure
    },
    async waitingSince() {
      const own = unavailable ? waiting.map(({ at }) => at) : []
      const stored = await book.waitingSince()
      const all = stored === null ? own : [stored, ...own]
      return all.length === 0 ? null : all.reduce((oldest, at) => Math.min(oldest, at))
    },
    async [Symbol.asyncDispose]() {
      await write()
      if (timer) clearTimeout(timer)
      if (waiting.length > 0) logger.error('costs.not_booked', { waiting: 0, lost: waiting.length })
    },
  }
}

/** One for each source and day. */
function dayCounts(each: readonly SourceDay[]): readonly SourceDay[] {
  const sums = new Map<string, SourceDay>()
  for (const { source, day, requests } of each) {
    const key = `${day} ${source}`
    sums.set(key, { source, day, requests: requests + (sums.get(key)?.requests ?? 0) })
  }
  return [...sums.values()]
}

/** The cost of each at its source at the time of the attempt, whatever was set since. */
const withCosts = (costs: CostTable, attempts: readonly ProviderAttempt[]): readonly BookedAttempt[] =>
  attempts.flatMap(({ plugin, ...attempt }) => {
    const { provider, operation, at } = attempt
    const cost = costs.cost({ plugin, operation, source: sourceName(plugin, provider) }, at)
    return cost === undefined ? [] : [{ ...attempt, cost }]
  })
