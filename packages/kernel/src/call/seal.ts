import { type Answer, type Envelope, micro, NO_WRITES, zero } from '@parakh/core'
import type { AdmittedCall, SealedBody, SealedCall } from '../call-data/admitted-call.ts'
import { type CallFault, hostFault } from '../call-data/call-fault.ts'
import { withFirstPoll } from '../handles/poll-job.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { holdUntilOf } from '../runtime/hold-times.ts'
import type { Provided } from './provide.ts'

/**
 * The seventh stage: serialises envelope and data before anything is charged. An answer that cannot be serialised is an internal error,
 * and free.
 */
export function seal(
  parts: CallParts,
  call: AdmittedCall,
  provided: Extract<Provided, { kind: 'answer' | 'fault' }>,
): SealedCall {
  if (provided.kind === 'fault') return sealedFault(call, provided.fault)
  const { runtime, price, available } = call
  const { requestId, reference, environment } = call.call
  const holdUntil = provided.billable ? holdUntilOf(parts, runtime.endpoint) : undefined
  const charged = provided.billable && holdUntil === undefined ? price : zero
  const balance = micro(available + (provided.billable ? 0 : price))
  try {
    const answer = { requestId, reference, environment, charged, balance, elapsedMs: call.elapsedMs() }
    return {
      sealed: sealAnswer(runtime.hosted.envelope, provided.data, answer),
      outcome: 'answer',
      code: null,
      charged,
      billable: provided.billable,
      holdUntil,
      fault: null,
      headers: provided.headers,
      writes: withFirstPoll(parts, call, provided.writes),
    }
  } catch {
    parts.logger.error('call.not_serialisable', { endpoint: runtime.endpoint.id, reference })
    return sealedFault(call, hostFault('INTERNAL_ERROR'))
  }
}

/** Ends an admitted call with an error, free of charge. */
export const sealedFault = ({ runtime, call }: AdmittedCall, fault: CallFault): SealedCall => ({
  sealed: sealFault(runtime.hosted.envelope, fault, call.requestId),
  outcome: fault.outcome,
  code: fault.code,
  charged: zero,
  billable: false,
  holdUntil: undefined,
  fault,
  headers: {},
  writes: NO_WRITES,
})

/** An answer in its envelope, as bytes. */
export function sealAnswer(envelope: Envelope, data: object, answer: Answer): SealedBody {
  const own = envelope.wrap(answer) as unknown as object
  const text = envelope.data === 'nested' ? joined(own, { data }) : joined(own, data)
  return { status: 200, body: Buffer.from(text) }
}

/**
 * JSON of both objects; fields of the second take precedence. If no field is in both, the texts are joined, which is faster than a
 * merged object.
 */
function joined(own: object, data: object): string {
  for (const name in data) if (name in own) return JSON.stringify({ ...own, ...data })
  const [first, second] = [JSON.stringify(own), JSON.stringify(data)]
  if (first === '{}') return second
  return second === '{}' ? first : `${first.slice(0, -1)},${second.slice(1)}`
}

/** An error in its envelope, as bytes. */
export function sealFault(envelope: Envelope, fault: CallFault, requestId: string): SealedBody {
  const { outcome, status, code, message, fields, refId } = fault
  const reply = envelope.fault({
    outcome,
    status,
    code,
    message,
    requestId,
    ...(fields ? { fields } : {}),
    ...(refId === undefined ? {} : { refId }),
  })
  return { status: reply.status, body: Buffer.from(JSON.stringify(reply.body)) }
}
