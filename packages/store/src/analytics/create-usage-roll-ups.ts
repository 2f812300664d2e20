import type { UsageLog, UsageRollUps } from '@parakh/core'
import type { Database } from '../connection/database.ts'
import { advanceRollUps } from './advance-roll-ups.ts'
import { BlockSummaries } from './block-summaries.ts'
import { readCounts } from './read-counts.ts'

/**
 * The roll-ups of the usage log on a database (decision 0026).
 *
 * @example
 * const rollUps = createUsageRollUps(database)
 * await rollUps.advance(AbortSignal.timeout(2_000))
 */
export function createUsageRollUps(database: Database): UsageRollUps {
  const summaries = new BlockSummaries()
  return {
    async advance(signal) {
      await summaries.complete(database)
      return await advanceRollUps(database, signal)
    },
    read: (query) => readCounts(database, query),
  }
}

/** The usage log, whose rows are dropped only after they are in the roll-ups: what they counted outlives them. */
export const purgedAfterRollUp = (usageLog: UsageLog, rollUps: UsageRollUps): UsageLog => ({
  ...usageLog,
  async purge(before) {
    const { caughtUp } = await rollUps.advance()
    // Something long is under way: the next hour is soon enough.
    return caughtUp ? await usageLog.purge(before) : { rows: 0, partitions: [], delayed: true }
  },
})
