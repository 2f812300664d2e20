import type { Logger, UsageLog } from '@parakh/core'

const DAY_MS = 86_400_000

/** What the usage log is maintained with. */
export interface UsageLogMaintenance {
  readonly usageLog: Pick<UsageLog, 'prepare' | 'purge'>
  readonly logger: Logger
  /** How long rows are kept, in days. */
  readonly usageDays: number
}

/**
 * Makes room for the months to come, and drops what is past its retention (decisions.md section 11). Every process does it; two at the
 * same time are right.
 *
 * @param at Milliseconds since 1970.
 */
export async function maintainUsageLog(
  { usageLog, logger, usageDays }: UsageLogMaintenance,
  at: number,
): Promise<void> {
  await usageLog.prepare(at)
  const { rows, partitions, delayed } = await usageLog.purge(at - usageDays * DAY_MS)
  // Rows are kept for longer than they should be while it lasts: somebody should look who holds a transaction open.
  if (delayed) logger.warn('usage.purge_delayed')
  if (rows + partitions.length > 0) logger.info('usage.purged', { rows, partitions: partitions.join(' ') })
}
