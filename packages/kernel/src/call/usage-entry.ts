import { type Caller, type Money, type UsageEntry, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { Arrival } from './arrival.ts'
import type { CallParts } from './parts.ts'

/** How a call ended, for its usage row. */
export interface Ending {
  readonly status: number
  readonly outcome: UsageEntry['outcome']
  readonly code: string | null
  readonly charged?: Money
}

/** Whole milliseconds since a call arrived. */
export const elapsedMs = (parts: CallParts, arrival: Arrival): number =>
  Math.max(0, Math.round(parts.clock.monotonicMs() - arrival.startedMs))

/** The usage row of a call: no input, no output (decisions.md section 11). */
export function usageEntry(parts: CallParts, given: { arrival: Arrival; caller: Caller; ending: Ending }): UsageEntry {
  const { arrival, caller, ending } = given
  const { endpoint } = arrival.runtime
  return {
    accountId: caller.account.id,
    environment: caller.environment,
    keyId: caller.key.id,
    reference: arrival.reference,
    requestId: arrival.requestId,
    endpoint: endpoint.id,
    status: ending.status,
    outcome: ending.outcome,
    code: ending.code,
    latencyMs: elapsedMs(parts, arrival),
    charged: ending.charged ?? zero,
    ip: arrival.incoming.ip,
    at: arrival.at.getTime(),
    day: indianDay(arrival.at),
    counted: endpoint.counted !== false,
  }
}
