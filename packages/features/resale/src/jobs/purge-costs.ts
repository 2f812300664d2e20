import { defineWork, Retention } from '@parakh/core'
import { CostRows } from '../services/price-parts.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Drops booked attempts, and days of capped sources, that are as old as the usage log may be. */
export const purgeCosts = defineWork({
  ...{ id: 'resale.purge-costs', everyMs: HOUR_MS, where: ['serve'], inRecovery: true },
  needs: { book: CostRows, retention: Retention },
  run: ({ book, retention, expiredBefore }) => book.purge(expiredBefore(retention.usageDays * DAY_MS)),
})
