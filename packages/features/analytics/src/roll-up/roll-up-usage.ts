import { defineWork } from '@parakh/core'
import { UsageRollUps } from '../contract.ts'

/** Roll-ups of a long time are made piece by piece, so that a host that stops has not to wait. */
const PIECE_MS = 2_000

/** Makes roll-ups of the usage log. Every process does it; two at the same time are right. */
export const rollUpUsage = defineWork({
  ...{ id: 'analytics.roll-up', everyMs: 5_000, where: ['serve'], inRecovery: true, needs: { rollUps: UsageRollUps } },
  run: ({ rollUps }) => rollUps.advance(AbortSignal.timeout(PIECE_MS)),
})
