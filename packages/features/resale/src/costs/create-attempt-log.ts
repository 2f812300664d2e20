import type { AttemptLog, Logger, ProviderAttempt } from '@parakh/core'
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
  readonly book: Pick<CostBook, 'append' | 'costs'>
  readonly logger: Logger
  /** The costs of the configuration. Attempts of operations without any known cost are not stored. */
  readonly configured: ConfiguredCost
  /** What counts the requests of capped sources. */
  readonly days: SourceDays
}

/**
 * Books attempts in batches, so that no call waits for it; it moves no money. A process that is killed loses its last second of
 * attempts. Disposing it writes those that wait.
 *
 * @example
 * const log = createAttemptLog({ book, logger, configured, days })
 */
export function createAttemptLog({ book, logger, configured, days }: AttemptLogOptions): AttemptLog & AsyncDisposable {
  let waiting: ProviderAttempt[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function write(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(async () => {
      while (waiting.length > 0 && (await writeBatch(waiting.splice(0, WRITE_AT))));
    })
    return writing
  }
  /** @returns Whether it was written. */
  async function writeBatch(batch: readonly ProviderAttempt[]): Promise<boolean> {
    try {
      const priced = withCosts(new CostTable(await book.costs(), configured), batch)
      const counts = dayCounts(batch.flatMap((attempt) => days.countOf(attempt) ?? []))
      if (priced.length + counts.length > 0) days.written(counts, await book.append(priced, counts))
      return true
    } catch {
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
  return {
    record(attempt) {
      waiting.push(attempt)
      days.asked(attempt)
      // What could not be written waits for its time, however much comes meanwhile.
      if (waiting.length === WRITE_AT) void write()
      else later()
    },
    async [Symbol.asyncDispose]() {
      await write()
      if (timer) clearTimeout(timer)
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
