import type { Money } from '../money.ts'
import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** The charged calls of an account at an endpoint, all tiers of it together. */
export interface ChargedCalls {
  readonly accountId: string
  readonly endpoint: string
  /** Calls that money was charged for: without those that were free, or that a plan paid for. */
  readonly calls: number
  /** What was charged for them, before refunds. */
  readonly charged: Money
}
/** Whose charged calls are asked for, and of which days. */
export interface ChargedQuery {
  readonly accountIds: readonly string[]
  readonly environment: Environment
  /** Milliseconds since 1970, the beginning of a day in Asia/Kolkata, included. */
  readonly from: number
  /** Milliseconds since 1970, the beginning of a day in Asia/Kolkata, excluded. */
  readonly until: number
}
/** Charged calls of many accounts, from sums by day: no call is read. */
export interface ChargedUsage {
  /** By account and endpoint, in no order. Calls of the last minute may not be counted yet. */
  read(query: ChargedQuery): Promise<readonly ChargedCalls[]>
}
/** The charged calls of a server. Needed as `optional(ChargedUsage)`: without the plugin that counts them there are none. */
export const ChargedUsage = token<ChargedUsage>('core.charged-usage', { broughtBy: '@parakh/analytics' })
