import { type Caller, errorFacts, type LogResult } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { type CallFault, CallRefusal, hostFault } from '../call-data/call-fault.ts'
import type { CallResponse } from '../call-data/call-response.ts'
import { firstFrame } from '../call-data/first-frame.ts'
import type { Arrival, IdentifiedCall } from '../call-data/quoted-call.ts'
import { isStoreAway } from '../call-data/store-away.ts'
import { type CallEnding, usageEntry } from '../call-data/usage-entry.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { callLimits } from './admit-operation.ts'
import { identifyAgain } from './identify.ts'
import { sealFault } from './seal.ts'
import { sendFault } from './send.ts'

/** A call that was refused, or failed, in a stage. */
export interface RefusedCall {
  readonly arrival: Arrival
  /** Null where identify refused it. */
  readonly caller: Caller | null
  /** The thrown value: a `CallRefusal` or any other error. */
  readonly error: unknown
}

/**
 * Ends a refused call from any stage: seals the error in the endpoint's envelope, logs usage if the key is known, and sends it. Never
 * throws.
 */
export async function refuseCall(parts: CallParts, { arrival, caller, error }: RefusedCall): Promise<CallResponse> {
  const fault = faultOf(parts, arrival, error)
  if (!caller) return responseTo(arrival, throttledAddress(parts, arrival, fault) ?? fault).send(null)
  if (error instanceof CallRefusal && error.logged) return responseTo(arrival, fault).send(caller)
  return await refuseIdentified(parts, { arrival, caller }, fault)
}

function faultOf(parts: CallParts, arrival: Arrival, error: unknown): CallFault {
  if (error instanceof CallRefusal) return error.fault
  const facts = {
    endpoint: arrival.runtime.endpoint.id,
    reference: arrival.reference,
    ...errorFacts(error),
    at: firstFrame(error),
  }
  if (isStoreAway(error)) {
    parts.logger.error('call.store_unavailable', facts)
    return hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 })
  }
  parts.logger.error('call.failed', facts)
  return hostFault('INTERNAL_ERROR')
}

/** An error in the envelope of its endpoint, ready to be sent. */
function responseTo(arrival: Arrival, fault: CallFault) {
  const sealed = sealFault(arrival.runtime.hosted.envelope, fault, arrival.requestId)
  return {
    status: sealed.status,
    send: (caller: Caller | null, rate: LogResult['rate'] = null): CallResponse =>
      sendFault(fault, { sealed, ids: arrival, environment: caller?.environment ?? null, rate }),
  }
}

/** Counts a 401 for its address. Returns a 429 if it had too many, else null. */
function throttledAddress({ addressLimits }: CallParts, arrival: Arrival, { status }: CallFault): CallFault | null {
  if (status !== 401 || arrival.vouchedKeyId !== null) return null
  const wait = addressLimits.unknown(arrival.incoming.ip)
  return wait && hostFault('RATE_LIMIT_EXCEEDED', wait)
}

async function refuseIdentified(parts: CallParts, call: IdentifiedCall, fault: CallFault): Promise<CallResponse> {
  const { arrival, caller } = call
  const response = responseTo(arrival, fault)
  const ending = { status: response.status, outcome: fault.outcome, code: fault.code }
  if (fault.code === 'RATE_LIMIT_EXCEEDED') {
    const at = parts.clock.now()
    parts.throttledUsage.add({ ...usageEntry(parts, call, ending), at: at.getTime(), day: indianDay(at) })
    return response.send(caller)
  }
  // A call with a rate was counted by its admission.
  const counts = fault.rate === undefined || fault.rate === null
  const logged = await logUsage(parts, call, { ...ending, counts })
  // The key ended while it was cached: report that.
  if (logged && !logged.active && arrival.vouchedKeyId === null) return await refuseEndedKey(parts, call)
  if (logged?.refused) return await refuseThrottled(parts, call, logged)
  return response.send(caller, logged?.rate ?? null)
}

/** A full rate window takes precedence over any other error. */
function refuseThrottled(parts: CallParts, call: IdentifiedCall, { refused, rate }: LogResult): Promise<CallResponse> {
  if (!refused || !rate) throw new TypeError('a window was full')
  parts.throttledKeys.remember(call.caller, { ...refused, rate, endpoint: call.arrival.runtime.endpoint.id })
  return refuseIdentified(parts, call, hostFault('RATE_LIMIT_EXCEEDED', { rate, retryAfter: refused.retryAfter }))
}

/** Identifies without the cache, which refuses an ended key. */
async function refuseEndedKey(parts: CallParts, { arrival, caller }: IdentifiedCall): Promise<CallResponse> {
  const fault = await identifyAgain(parts, arrival, caller).then(
    () => hostFault('INVALID_API_KEY'),
    (error: unknown) => faultOf(parts, arrival, error),
  )
  return responseTo(arrival, fault).send(null)
}

/** Writes the usage row of a call that is not settled. @param ending `counts`: it counts in the windows of its key. */
export async function logUsage(
  parts: CallParts,
  call: IdentifiedCall,
  { counts, ...ending }: CallEnding & { readonly counts: boolean },
): Promise<LogResult | null> {
  const usage = usageEntry(parts, call, ending)
  const { accountId, environment, keyId } = usage
  const limits = callLimits(parts, environment)
  const at = parts.clock.now().getTime()
  const asked = { accountId, environment, at, usage, keyId, limits }
  try {
    return await parts.billing.log({ kind: 'log', ...asked, ...(counts ? { counts } : {}) })
  } catch (error) {
    // A refusal is answered even if it cannot be logged.
    parts.logger.error('usage.not_logged', { reference: usage.reference, ...errorFacts(error) })
    return null
  }
}
