import { type Environment, type Money, type RateState, sourceOutcome, type UsageEntry, zero } from '@parakh/core'
import type { OutgoingCall } from '../host.ts'
import type { Ended } from './carry-out.ts'
import type { CallFault } from './refusal.ts'
import type { Sealed } from './seal.ts'

/** What goes out besides the bytes. */
export interface Sending {
  readonly sealed: Sealed
  readonly requestId: string
  readonly environment: Environment | null
  readonly outcome: UsageEntry['outcome']
  readonly code: string | null
  readonly charged?: Money
  readonly rate?: RateState | null
  readonly retryAfter?: number | undefined
  readonly replayed?: boolean
  /** What the source came to, where the error comes from one. */
  readonly source?: 'none' | 'failed' | null
  /** Of the handler: the host's own stand over them. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The last stage: those bytes, and the headers of decisions.md sections 2 and 4. */
export function outgoing(sending: Sending): OutgoingCall {
  const { sealed, requestId, environment, outcome, code, charged = zero, rate, retryAfter, replayed, source } = sending
  const headers: Record<string, string> = {
    ...sending.headers,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': requestId,
  }
  if (rate) {
    headers['x-ratelimit-limit'] = String(rate.limit)
    headers['x-ratelimit-remaining'] = String(rate.remaining)
  }
  if (source) headers['x-outcome'] = source
  // A definite no stays one: there is nothing to wait for.
  if (retryAfter !== undefined && source !== 'none') headers['retry-after'] = String(retryAfter)
  if (replayed) headers['idempotent-replayed'] = 'true'
  return {
    status: sealed.status,
    body: sealed.body,
    headers,
    outcome,
    code,
    charged,
    requestId,
    environment,
    by: null,
  }
}

/** What goes out for a call that was let in. */
export const outgoingEnd = (
  ended: Ended,
  given: { requestId: string; environment: Environment; rate: RateState },
): OutgoingCall =>
  outgoing({
    sealed: ended.sealed,
    requestId: given.requestId,
    environment: given.environment,
    outcome: ended.outcome,
    code: ended.code,
    charged: ended.charged,
    rate: given.rate,
    retryAfter: ended.fault?.retryAfter,
    source: ended.fault && sourceOutcome(ended.fault),
    headers: ended.headers ?? {},
  })

/** What goes out for a fault. */
export const outgoingFault = (
  fault: CallFault,
  given: { sealed: Sealed; requestId: string; environment: Environment | null; rate?: RateState | null },
): OutgoingCall =>
  outgoing({
    ...given,
    outcome: fault.outcome,
    code: fault.code,
    rate: fault.rate ?? given.rate ?? null,
    retryAfter: fault.retryAfter,
    source: sourceOutcome(fault),
  })
