import {
  type Admission,
  type AdmitOperation,
  type AdmitRefusal,
  type Caller,
  exactDecimal,
  isOpenCall,
  type RateState,
  type SinglePhaseAdmission,
  zero,
} from '@parakh/core'
import type { AdmittedCall } from '../call-data/admitted-call.ts'
import { CallRefusal, declaredFault, hostFault, refuse } from '../call-data/call-fault.ts'
import { callOf, type ParsedRequest, type QuotedCall } from '../call-data/quoted-call.ts'
import { SentWrites } from '../call-data/sent-writes.ts'
import { elapsedMs, usageEntry } from '../call-data/usage-entry.ts'
import { markDispatch } from '../provider/mark-dispatch.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { admitOperation } from './admit-operation.ts'
import { availableElsewhere, reserveElsewhere } from './reserve-elsewhere.ts'

/** An admitted call: its funds are held. */
export type Admitted = Extract<Admission, { kind: 'admitted' }>
/** A call that ran before: its stored answer. */
export type Replay = Extract<Admission, { kind: 'replay' }>

/** The result of an admission that is not refused. `key-changed`: the key changed or ended meanwhile; identify again. */
export type AdmitEnd = Admitted | Replay | { readonly kind: 'key-changed' }

/**
 * The fifth stage: admits the call in one batched transaction. Waits for a call with the same request id, then tries again.
 *
 * @param settle Single-phase calls: settles the call in the same transaction.
 */
export async function admit(parts: CallParts, call: QuotedCall, settle?: AdmitOperation['settle']): Promise<AdmitEnd> {
  const waitUntil = parts.clock.monotonicMs() + parts.settings.waitMs
  for (let operation = admitOperation(parts, call, settle); ; ) {
    const stop = stopOf(parts, call, operation.claim)
    if (stop) await refuseStopped(parts, call, stop)
    const admission = await parts.billing.admit(operation)
    if (admission.kind !== 'running') return await endOf(parts, call, admission)
    const left = waitUntil - parts.clock.monotonicMs()
    if (left <= 0) throw refuse('REQUEST_IN_PROGRESS', { retryAfter: 1, rate: admission.rate })
    await parts.billing.waitFor(admission.reference, left)
    operation = { ...operation, at: parts.clock.now().getTime(), alreadyCounted: true }
  }
}

/** Retry-After in whole seconds while money is stopped, and while the external wallet is away. */
const RETRY_SECONDS = { MONEY_STOPPED: 60, MONEY_IN_RECOVERY: 60, WALLET_UNAVAILABLE: 5 } as const

/** The refusal of a paid call while money is stopped; null: none. */
function stopOf({ moneyGate, external }: CallParts, { arrival, caller, quote }: QuotedCall, claim: string | null) {
  const away = external && caller.environment === 'production' ? external.link.refusal : null
  const stopped = quote.price === 0 ? null : (moneyGate.refusal ?? away)
  const lost = claim !== null && moneyGate.isLost(arrival.requestId)
  return stopped || lost ? { stopped, lost, claim } : null
}

/**
 * While money is stopped, paid calls are refused except for replays. After a restore, an unknown request id of the lost time span is
 * refused, because its call may have run.
 */
async function refuseStopped(
  parts: CallParts,
  { caller }: QuotedCall,
  { stopped, lost, claim }: NonNullable<ReturnType<typeof stopOf>>,
): Promise<void> {
  const wallet = { accountId: caller.account.id, environment: caller.environment }
  const earlier = claim === null ? null : await parts.billing.find(wallet, { claim })
  if (stopped && (!earlier || isOpenCall(earlier.call))) throw refuse(stopped, { retryAfter: RETRY_SECONDS[stopped] })
  if (lost && !earlier) throw refuse('REQUEST_ID_EXPIRED')
}

function endOf(
  parts: CallParts,
  call: QuotedCall,
  admission: Exclude<Admission, { kind: 'running' }>,
): AdmitEnd | Promise<AdmitEnd> {
  if (admission.kind === 'replay') return admission
  if (admission.kind === 'admitted') return parts.external ? outsideLedger(parts, call, admission) : admission
  if (admission.code === 'KEY_CHANGED' || admission.code === 'INVALID_API_KEY') return { kind: 'key-changed' }
  if (admission.window !== undefined) rememberThrottled(parts, call, admission)
  if (admission.code === 'API_NOT_PERMITTED') throw overCap(call.caller, admission.rate)
  if (admission.code === 'UNIQUE_KEY_TAKEN') throw keyTaken(call, admission)
  // Without a usage row: it would wait where the call was refused to wait.
  if (admission.code === 'SERVICE_OVERLOADED')
    throw new CallRefusal(hostFault(admission.code, { retryAfter: admission.retryAfter ?? 1 }), true)
  throw refusalOf(admission.code, admission.rate, admission.retryAfter)
}

/** With an external wallet: reserves the price there, or reads what it has for the answer. */
function outsideLedger(
  parts: CallParts,
  call: QuotedCall,
  admission: Extract<Admission, { kind: 'admitted' }>,
): AdmitEnd | Promise<AdmitEnd> {
  if (admission.reserve) return reserveElsewhere(parts, call, admission)
  // One that ran in the transaction of its admission is sealed already.
  if (call.arrival.runtime.endpoint.singlePhase) return admission
  return availableElsewhere(parts, call)?.then((available) => ({ ...admission, available })) ?? admission
}

/** The key is refused without a transaction until the window is free. */
function rememberThrottled(
  parts: CallParts,
  { caller, arrival }: QuotedCall,
  { window, rate, retryAfter }: Extract<Admission, { kind: 'refused' }>,
): void {
  if (window === undefined || !rate || retryAfter === undefined) return
  const { id: endpoint } = arrival.runtime.endpoint
  parts.throttledKeys.remember(caller, { endpoint, window, rate, retryAfter })
}

/** The key has reached its daily spend cap. */
function overCap({ key }: Caller, rate: RateState | null): CallRefusal {
  const cap = exactDecimal(key.spendCapPerDay ?? zero)
  return refuse('API_NOT_PERMITTED', {
    rate,
    message: `This key may spend ${cap} INR a day, and this call would be more`,
  })
}

/** Another call has the unique key; its reference is shown to the account. */
function keyTaken({ arrival }: QuotedCall, { holder, rate }: Extract<Admission, { kind: 'refused' }>): CallRefusal {
  const { errors, unique } = arrival.runtime.endpoint
  const spec = unique && errors[unique.code]
  if (!spec || holder === undefined) throw new TypeError('an endpoint declares the error of its unique field')
  const message = `${spec.message}: ref_id ${holder}`
  return new CallRefusal({ ...declaredFault(unique.code, { ...spec, message }, undefined), refId: holder, rate })
}

function refusalOf(
  code: Exclude<AdmitRefusal, 'KEY_CHANGED' | 'INVALID_API_KEY' | 'UNIQUE_KEY_TAKEN' | 'SERVICE_OVERLOADED'>,
  rate: RateState | null,
  retryAfter: number | undefined,
): CallRefusal {
  const more = { rate, ...(retryAfter === undefined ? {} : { retryAfter }) }
  return refuse(code, more)
}

/** The admitted call for the later stages. */
export function admittedCall(
  parts: CallParts,
  call: QuotedCall,
  { epoch, available, pooled }: SinglePhaseAdmission,
): AdmittedCall {
  const { arrival, caller, parsed, quote, waitedMs } = call
  const facts = callOf(call)
  return {
    runtime: arrival.runtime,
    branch: parsed.branch,
    call: facts,
    caller,
    request: parsed.request,
    waitedMs,
    sent: new SentWrites(),
    markDispatch: (write, provider) =>
      markDispatch(parts, { call: facts, epoch, write, provider, request: requestJsonOf(parsed) }),
    keyId: caller.key.id,
    epoch,
    price: pooled ? zero : quote.price,
    available,
    volume: quote.volume,
    elapsedMs: () => elapsedMs(parts, arrival),
    usage: (ending) => usageEntry(parts, call, ending),
  }
}

/** The request and the scenario, to run it again after a crash. */
const requestJsonOf = ({ canonical, scenario }: ParsedRequest): string =>
  `{"request":${canonical}${scenario === undefined ? '' : `,"scenario":${JSON.stringify(scenario)}`}}`
