import { type Environment, type Money, type RateState, sourceOutcome, type UsageEntry, zero } from '@parakh/core'
import type { SealedBody, SealedCall } from '../call-data/admitted-call.ts'
import type { CallFault } from '../call-data/call-fault.ts'
import type { CallResponse } from '../call-data/call-response.ts'
import type { RequestIds } from '../request/request-id.ts'

/** The parts of a response besides the bytes. */
export interface Sending {
  readonly sealed: SealedBody
  readonly ids: RequestIds
  readonly environment: Environment | null
  readonly outcome: UsageEntry['outcome']
  readonly code: string | null
  readonly charged?: Money
  readonly rate?: RateState | null
  readonly retryAfter?: number | undefined
  readonly replayed?: boolean
  /** The value of `X-Outcome`, if the error comes from a source. */
  readonly source?: 'none' | 'failed' | null
  /** Headers of the handler; the host's own take precedence. */
  readonly headers?: Readonly<Record<string, string>>
}

/** The last stage: those bytes, and the headers of decisions.md sections 2 and 4. */
export function send(sending: Sending): CallResponse {
  const { sealed, ids, environment, outcome, code, charged = zero, rate, retryAfter, replayed, source } = sending
  const headers: Record<string, string> = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-request-id': ids.headerId,
  }
  // A caller compares it with what it sent, to notice a proxy that drops or changes its key.
  if (ids.idempotencyKey !== null) headers['idempotency-key'] = ids.idempotencyKey
  if (rate) {
    headers['x-ratelimit-limit'] = String(rate.limit)
    headers['x-ratelimit-remaining'] = String(rate.remaining)
  }
  if (source) headers['x-outcome'] = source
  // `none` is final: no Retry-After.
  if (retryAfter !== undefined && source !== 'none') headers['retry-after'] = String(retryAfter)
  if (replayed) headers['idempotent-replayed'] = 'true'
  for (const name in sending.headers) headers[name] ??= sending.headers[name] ?? ''
  return {
    status: sealed.status,
    body: sealed.body,
    headers,
    outcome,
    code,
    charged,
    requestId: ids.requestId,
    environment,
    by: null,
  }
}

/** The response of an admitted call. Written out, because it is made for every call and spreads are several times slower. */
export const sendSealed = (
  { sealed, outcome, code, charged, fault, headers }: SealedCall,
  given: { ids: RequestIds; environment: Environment; rate: RateState },
): CallResponse =>
  send({
    sealed,
    ids: given.ids,
    environment: given.environment,
    outcome,
    code,
    charged,
    rate: given.rate,
    retryAfter: fault?.retryAfter,
    source: fault && sourceOutcome(fault),
    headers,
  })

/** The response of an error. */
export const sendFault = (
  fault: CallFault,
  given: { sealed: SealedBody; ids: RequestIds; environment: Environment | null; rate?: RateState | null },
): CallResponse =>
  send({
    ...given,
    outcome: fault.outcome,
    code: fault.code,
    rate: fault.rate ?? given.rate ?? null,
    retryAfter: fault.retryAfter,
    source: sourceOutcome(fault),
  })
