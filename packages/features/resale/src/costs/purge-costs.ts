import { defineWork, Retention, Store } from '@parakh/core'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Drops booked attempts that are as old as the usage log may be. */
export const purgeCosts = defineWork({
  ...{ id: 'resale.purge-costs', everyMs: HOUR_MS, where: ['serve'], inRecovery: true },
  needs: { store: Store, retention: Retention },
  run: ({ store, retention, expiredBefore }) => store.costs.purge(expiredBefore(retention.usageDays * DAY_MS)),
})
