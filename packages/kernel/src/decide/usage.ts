import type { UsageEntry } from '@parakh/core'
import type { Draft } from './draft.ts'

/** Writes a usage row, and counts it for its account (decisions.md section 11). */
export function logUsage(draft: Draft, usage: UsageEntry): void {
  draft.rows.usage.push(usage)
  const wallet = draft.wallet(usage)
  if (!usage.counted || !wallet) return
  const sameDay = wallet.requestsDay === usage.day
  draft.setWallet({
    ...wallet,
    requestsDay: usage.day,
    requestsToday: sameDay ? wallet.requestsToday + 1 : 1,
    requestsTotal: wallet.requestsTotal + 1,
  })
}
