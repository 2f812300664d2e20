import type { UsageEntry } from '@parakh/core'
import { copyWallet } from './copies.ts'
import type { Draft } from './draft.ts'

/** Writes a usage row, and counts it for its account (decisions.md section 11). */
export function logUsage(draft: Draft, usage: UsageEntry): void {
  draft.rows.usage.push(usage)
  const wallet = draft.wallet(usage)
  if (!usage.counted || !wallet) return
  const { calls = 1 } = usage
  // A call of yesterday may settle after today's first: it counts in all, and leaves today's count alone.
  const late = usage.day < wallet.requestsDay
  const today = usage.day === wallet.requestsDay ? wallet.requestsToday + calls : calls
  const counted = copyWallet(wallet)
  counted.requestsDay = late ? wallet.requestsDay : usage.day
  counted.requestsToday = late ? wallet.requestsToday : today
  counted.requestsTotal += calls
  draft.setWallet(counted)
}
