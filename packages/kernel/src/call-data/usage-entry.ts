import { type StoredCall, type UsageEntry, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import type { CallParts } from '../runtime/call-parts.ts'
import { keptAddress } from './kept-address.ts'
import type { Arrival, IdentifiedCall } from './quoted-call.ts'

/** How a call ended, for its usage row. */
export type CallEnding = Pick<UsageEntry, 'status' | 'outcome' | 'code'> & Partial<Pick<UsageEntry, 'charged'>>

type Timed = Pick<CallParts, 'clock'>

/** Whole milliseconds since a call arrived. */
export const elapsedMs = ({ clock }: Timed, arrival: Arrival): number =>
  Math.max(0, Math.round(clock.monotonicMs() - arrival.startedMs))

/** The usage row of a call: no input, no output (decisions.md section 11). */
export function usageEntry(
  parts: Timed & Pick<CallParts, 'secrets' | 'settings'>,
  { arrival, caller }: IdentifiedCall,
  ending: CallEnding,
): UsageEntry {
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
    ip: keptAddress(arrival.incoming.ip, parts.settings, parts.secrets.hash),
    at: arrival.at.getTime(),
    day: indianDay(arrival.at),
    counted: endpoint.counted !== false,
  }
}

/** The usage row of a call that ended without its caller, after a crash. */
export function recoveredUsageEntry({ clock }: Timed, { call }: StoredCall, ending: CallEnding): UsageEntry {
  const { accountId, environment, keyId, reference, requestId, endpoint } = call
  const at = clock.now()
  return {
    ...{ accountId, environment, keyId, reference, requestId, endpoint, ip: '' },
    ...{ status: ending.status, outcome: ending.outcome, code: ending.code, charged: ending.charged ?? zero },
    latencyMs: Math.max(0, at.getTime() - call.at),
    at: at.getTime(),
    day: indianDay(at),
    counted: false,
  }
}
