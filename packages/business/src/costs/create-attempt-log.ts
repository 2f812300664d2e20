import type { AttemptLog, BookedAttempt, CostBook, Logger, ProviderAttempt } from '@parakh/core'
import { type ConfiguredCost, CostTable } from './cost-table.ts'

/** Attempts wait so long at most before they are written, in milliseconds, or until so many wait. */
const WRITE_AFTER_MS = 1_000
const WRITE_AT = 500
/** Attempts that wait at most while the database is away; then the oldest are forgotten and told of. */
const MOST_WAITING = 50_000

/** What an attempt log is made from. */
export interface AttemptLogOptions {
  readonly book: Pick<CostBook, 'append' | 'costs'>
  readonly logger: Logger
  /** Where neither this nor anybody else says what an operation costs, its attempts are not kept. */
  readonly configured: ConfiguredCost
}

/**
 * Books attempts in batches beside calls: no call waits for it, and no money moves by it. A process that is killed loses what it was told
 * in its last second. Disposed, it writes what waits.
 *
 * @example
 * const log = createAttemptLog({ book: store.costs, logger, configured })
 */
export function createAttemptLog({ book, logger, configured }: AttemptLogOptions): AttemptLog & AsyncDisposable {
  let waiting: ProviderAttempt[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  function write(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    writing = writing.then(async () => {
      const batch = waiting
      waiting = []
      if (batch.length === 0) return
      try {
        const priced = withCosts(new CostTable(await book.costs(), configured), batch)
        if (priced.length > 0) await book.append(priced)
      } catch {
        keep(batch)
      }
    })
    return writing
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
    // A process that has nothing else to do may end: disposing writes what waits.
    timer.unref()
  }
  return {
    record(attempt) {
      waiting.push(attempt)
      if (waiting.length >= WRITE_AT) void write()
      else later()
    },
    async [Symbol.asyncDispose]() {
      await write()
      if (timer) clearTimeout(timer)
    },
  }
}

/** What each cost when it was made, whatever was set since. */
const withCosts = (costs: CostTable, attempts: readonly ProviderAttempt[]): readonly BookedAttempt[] =>
  attempts.flatMap(({ plugin, ...attempt }) => {
    const cost = costs.cost({ plugin, operation: attempt.operation }, attempt.at)
    return cost === undefined ? [] : [{ ...attempt, cost }]
  })
