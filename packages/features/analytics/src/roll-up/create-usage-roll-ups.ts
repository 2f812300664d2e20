import type { UsageRollUps } from '../contract.ts'
import { advanceRollUps, type RollUpParts } from './advance-roll-ups.ts'
import { readCounts } from './read-counts.ts'
import { readHours } from './read-hours.ts'

/**
 * The roll-ups of the usage log (decision 0026).
 *
 * @example
 * const rollUps = createUsageRollUps({ tables, sequence })
 * await rollUps.advance(AbortSignal.timeout(2_000))
 */
export const createUsageRollUps = (parts: RollUpParts): UsageRollUps => ({
  advance: (signal) => advanceRollUps(parts, signal),
  read: ({ by, ...query }) =>
    by === 'hour' ? readHours(parts, { ...query, by }) : readCounts(parts, { ...query, by }),
})
