import { decorate, type UsageLog, UsageLog as UsageLogToken, UsageSequence } from '@parakh/core'
import { UsageRollUps } from '../contract.ts'
import { analyticsTables } from '../tables/analytics-tables.ts'
import type { RollUpParts } from './advance-roll-ups.ts'
import { spansWithMatches } from './days-with-matches.ts'

/**
 * The usage log where it is counted. Its rows are dropped only after they are in the roll-ups: what they counted outlives them. Filters read
 * only days that have a match.
 */
export const withRollUps = (
  inner: UsageLog,
  { rollUps, ...parts }: RollUpParts & { readonly rollUps: Pick<UsageRollUps, 'advance'> },
): UsageLog => ({
  ...inner,
  async page(wallet, query) {
    const spans = await spansWithMatches(parts, wallet, query)
    return await inner.page(wallet, spans === null ? query : { ...query, spans })
  },
  async purge(before) {
    const { caughtUp } = await rollUps.advance()
    // Something long is under way: the next hour is soon enough.
    return caughtUp ? await inner.purge(before) : { rows: 0, partitions: [], delayed: true }
  },
})

/** Decorates the usage log of a host. */
export const countedUsageLog = decorate(UsageLogToken, {
  id: 'counted-usage-log',
  needs: { tables: analyticsTables, sequence: UsageSequence, rollUps: UsageRollUps },
  wrap: withRollUps,
})
