import type { Clock } from '@parakh/core'

/** The machine's clock. */
export const systemClock = (): Clock => ({ now: () => new Date(), monotonicMs: () => performance.now() })
