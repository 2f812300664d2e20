import type { Clock } from '@parakh/core'

/** The time of the machine. */
export const systemClock = (): Clock => ({ now: () => new Date(), monotonicMs: () => performance.now() })
