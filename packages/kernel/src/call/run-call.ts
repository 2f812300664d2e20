import { type Caller, errorFacts, isParakhError, type LogResult, NO_WRITES, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { requireDocumentAddress } from '../handles/issued-documents.ts'
import { renewDocuments } from '../handles/renew-documents.ts'
import type { OutgoingCall } from '../host.ts'
import { chooseBranch } from '../sandbox/branch.ts'
import { type Admitted, admit, callLimits } from './admit.ts'
import type { Arrival } from './arrival.ts'
import { answerAtHand, isAtHand } from './at-hand.ts'
import { carryOut } from './carry-out.ts'
import { consentOf } from './consent.ts'
import { checkQueryKeyOfToken, identify, refuseSecret, secretInUrl } from './identify.ts'
import { outgoing, outgoingEnd, outgoingFault } from './outgoing.ts'
import { parse } from './parse.ts'
import type { CallParts } from './parts.ts'
import { accountRefusal, permit } from './permit.ts'
import { firstFrame } from './provide.ts'
import { quote } from './quote.ts'
import { type CallFault, CallRefusal, hostFault, refuse } from './refusal.ts'
import { sealFault } from './seal.ts'
import { callOf, underwayOf } from './underway.ts'
import { usageEntry } from './usage-entry.ts'

/** Runs a call from identify to send: once, forward, whatever happens. Never throws. */
export async function runCall(parts: CallParts, arrival: Arrival): Promise<OutgoingCall> {
  let caller: Caller | null = null
  try {
    const secret = secretInUrl(arrival)
    if (secret !== undefined) await refuseSecret(parts, secret)
    const wait = arrival.vouchedKeyId === null ? parts.addressLimits.call(arrival.incoming.ip) : null
    if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
    caller = await identify(parts, arrival)
    return callOfKey(await runIdentified(parts, arrival, { caller, identified: 1 }), arrival, caller)
  } catch (error) {
    const fault = faultOf(parts, arrival, error)
    const told = (caller ? null : throttledAddress(parts, arrival, fault)) ?? fault
    const refusal = await refused(parts, { arrival, caller, fault: told })
    return caller ? callOfKey(refusal, arrival, caller) : refusal
  }
}

/** With whose call it was. */
const callOfKey = (outgoing: OutgoingCall, { reference }: Arrival, { account, key }: Caller): OutgoingCall => ({
  ...outgoing,
  by: { accountId: account.id, keyId: key.id, reference },
})

/** Counts a 401 for its address, which is told to wait where it had too many. Null: it is not. */
function throttledAddress({ addressLimits }: CallParts, arrival: Arrival, { status }: CallFault): CallFault | null {
  if (status !== 401 || arrival.vouchedKeyId !== null) return null
  const wait = addressLimits.unknown(arrival.incoming.ip)
  return wait && hostFault('RATE_LIMIT_EXCEEDED', wait)
}

/** How often a key may change under one call before it is refused. */
const MOST_IDENTIFICATIONS = 3

async function runIdentified(
  parts: CallParts,
  arrival: Arrival,
  { caller, identified }: { caller: Caller; identified: number },
): Promise<OutgoingCall> {
  const wait = parts.throttledKeys.waitOf(caller, arrival.runtime.endpoint.id)
  if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
  checkQueryKeyOfToken(arrival, caller)
  // What is remembered of the account may be older than a grant: it is read again before it refuses.
  if (identified === 1 && accountRefusal(arrival, caller) !== null)
    return runIdentified(parts, arrival, { caller: await identify(parts, arrival, true), identified: 2 })
  permit(arrival, caller)
  requireDocumentAddress(parts, arrival.runtime.endpoint.id)
  const parsed = parse(arrival, caller)
  const branch =
    caller.environment === 'sandbox' ? chooseBranch(arrival.runtime, parsed.canonical, parsed.scenario) : null
  if (branch?.kind === 'throttled')
    throw refuse('RATE_LIMIT_EXCEEDED', {
      retryAfter: 1,
      rate: { limit: parts.settings.limits.perEndpoint, remaining: 0 },
    })
  const consent = arrival.runtime.endpoint.consent ? await consentOf(parts, { arrival, caller, parsed }) : null
  const asked = quote(parts, { arrival, caller, parsed })
  const quoted = 'then' in asked ? await asked : asked
  const identifiedCall = { parts, arrival, caller, parsed, quote: quoted, branch }
  const atHand = isAtHand(identifiedCall) ? await answerAtHand(identifiedCall) : null
  const admission = await admit(parts, { arrival, caller, parsed, quote: quoted, consent }, atHand?.settle)
  if (admission.kind === 'insufficient') return giveUp(parts, { arrival, caller, admitted: admission.admitted })
  if (admission.kind === 'key-changed') {
    // From the start, past the cache. A key that was revoked is refused there, in the words of the endpoint's dialect.
    if (identified >= MOST_IDENTIFICATIONS) throw refuse('INVALID_API_KEY')
    const again = await identify(parts, arrival, true)
    return runIdentified(parts, arrival, { caller: again, identified: identified + 1 })
  }
  if (admission.kind === 'replay') return replay(parts, { arrival, caller, admission })
  const ended = atHand?.ended() ?? (await carryOut(underwayOf(identifiedCall, callOf(identifiedCall), admission)))
  return outgoingEnd(ended, { requestId: arrival.requestId, environment: caller.environment, rate: admission.rate })
}

type ReplayAdmission = Extract<Awaited<ReturnType<typeof admit>>, { kind: 'replay' }>

/** The stored bytes: no charge, and the key was active in the transaction that found them. */
async function replay(
  parts: CallParts,
  { arrival, caller, admission }: { arrival: Arrival; caller: Caller; admission: ReplayAdmission },
): Promise<OutgoingCall> {
  const { status, body, rate, reference, outcome } = admission
  const { account, environment } = caller
  const wallet = { accountId: account.id, environment }
  await renewDocuments(parts, { endpoint: arrival.runtime.endpoint.id, reference, wallet })
  await log(parts, { arrival, caller, ending: { status, outcome: 'replay', code: null } }, false)
  const { requestId } = arrival
  return outgoing({
    sealed: { status, body },
    requestId,
    environment,
    outcome: 'replay',
    code: null,
    rate,
    replayed: true,
    source: outcome === 'none' ? 'none' : null,
  })
}

/** The host's own wallet has too little: the request id is free again. */
async function giveUp(
  parts: CallParts,
  { arrival, caller, admitted }: { arrival: Arrival; caller: Caller; admitted: Admitted },
): Promise<OutgoingCall> {
  const fault = hostFault('INSUFFICIENT_BALANCE', { rate: admitted.rate })
  const sealed = sealFault(arrival.runtime.hosted.envelope, fault, arrival.requestId)
  const usage = usageEntry(parts, {
    arrival,
    caller,
    ending: { status: sealed.status, outcome: 'refused', code: fault.code },
  })
  const { reference, accountId, environment, keyId } = usage
  const { epoch } = admitted
  const at = parts.clock.now().getTime()
  const nothing = { outcome: 'refused', charged: zero, response: null, writes: NO_WRITES } as const
  await parts.billing.settle({ kind: 'settle', reference, accountId, environment, keyId, epoch, at, usage, ...nothing })
  return outgoingFault(fault, { sealed, requestId: arrival.requestId, environment })
}

function faultOf(parts: CallParts, arrival: Arrival, error: unknown): CallFault {
  if (error instanceof CallRefusal) return error.fault
  const facts = {
    endpoint: arrival.runtime.endpoint.id,
    reference: arrival.reference,
    ...errorFacts(error),
    at: firstFrame(error),
  }
  if (isParakhError(error) && error.code === 'STORE_UNAVAILABLE') {
    parts.logger.error('call.store_unavailable', facts)
    return hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 })
  }
  parts.logger.error('call.failed', facts)
  return hostFault('INTERNAL_ERROR')
}

interface Refusing {
  readonly arrival: Arrival
  readonly caller: Caller | null
  readonly fault: CallFault
}

/** A refusal: in the endpoint's envelope, and in the usage log where a key is known. */
async function refused(parts: CallParts, { arrival, caller, fault }: Refusing): Promise<OutgoingCall> {
  const { requestId } = arrival
  const sealed = sealFault(arrival.runtime.hosted.envelope, fault, requestId)
  if (!caller) return outgoingFault(fault, { sealed, requestId, environment: null })
  const ending = { status: sealed.status, outcome: fault.outcome, code: fault.code }
  if (fault.code === 'RATE_LIMIT_EXCEEDED') {
    const at = parts.clock.now()
    parts.throttledUsage.add({
      ...usageEntry(parts, { arrival, caller, ending }),
      at: at.getTime(),
      day: indianDay(at),
    })
    return outgoingFault(fault, { sealed, requestId, environment: caller.environment })
  }
  // With its rate it was counted before, as it was admitted.
  const counts = fault.rate === undefined || fault.rate === null
  const logged = await log(parts, { arrival, caller, ending }, counts)
  // The key ended while it was remembered here: what is wrong is the key.
  if (logged && !logged.active && arrival.vouchedKeyId === null) return await refusedAnew(parts, arrival)
  if (logged?.refused) return await throttled(parts, { arrival, caller, logged })
  return outgoingFault(fault, { sealed, requestId, environment: caller.environment, rate: logged?.rate ?? null })
}

/** The window of its key is full: that goes before whatever else is wrong with the call. */
function throttled(
  parts: CallParts,
  { arrival, caller, logged }: { arrival: Arrival; caller: Caller; logged: LogResult },
): Promise<OutgoingCall> {
  const { refused: full, rate } = logged
  if (!full || !rate) throw new TypeError('a window was full')
  parts.throttledKeys.remember(caller, { ...full, rate, endpoint: arrival.runtime.endpoint.id })
  const fault = hostFault('RATE_LIMIT_EXCEEDED', { rate, retryAfter: full.retryAfter })
  return refused(parts, { arrival, caller, fault })
}

/** Identifies past the cache, which refuses a key that has ended. */
async function refusedAnew(parts: CallParts, arrival: Arrival): Promise<OutgoingCall> {
  const { requestId } = arrival
  const fault = await identify(parts, arrival, true).then(
    () => hostFault('INVALID_API_KEY'),
    (error: unknown) => faultOf(parts, arrival, error),
  )
  const sealed = sealFault(arrival.runtime.hosted.envelope, fault, requestId)
  return outgoingFault(fault, { sealed, requestId, environment: null })
}

async function log(
  parts: CallParts,
  given: Parameters<typeof usageEntry>[1],
  counts: boolean,
): Promise<LogResult | null> {
  const usage = usageEntry(parts, given)
  const { accountId, environment, keyId } = usage
  const limits = callLimits(parts, environment)
  const at = parts.clock.now().getTime()
  const asked = { accountId, environment, at, usage, keyId, limits }
  try {
    return await parts.billing.log({ kind: 'log', ...asked, ...(counts ? { counts } : {}) })
  } catch (error) {
    // A refusal is answered even where it cannot be written down.
    parts.logger.error('usage.not_logged', { reference: usage.reference, ...errorFacts(error) })
    return null
  }
}
