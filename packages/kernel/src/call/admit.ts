import {
  type Admission,
  type AdmitOperation,
  type AdmitRefusal,
  type Caller,
  type CallLimits,
  type ConsentEntry,
  type Environment,
  exactDecimal,
  isOpenCall,
  type Money,
  type Quote,
  type RateState,
  zero,
} from '@parakh/core'
import { claimOf } from '../request/request-id.ts'
import type { Arrival } from './arrival.ts'
import type { Parsed } from './parse.ts'
import type { CallParts } from './parts.ts'
import { CallRefusal, declaredFault, refuse } from './refusal.ts'
import { uniqueKeyOf } from './unique-key.ts'

/** A call that is let in: its funds are held. */
export interface Admitted {
  readonly kind: 'admitted'
  /** Null where nothing is claimed. */
  readonly epoch: number | null
  /** What the wallet has left with this price taken off. */
  readonly available: Money
  readonly rate: RateState
  /** A unit of a plan pays. */
  readonly pooled?: true
}
type Replay = Extract<Admission, { kind: 'replay' }>

/** What is to be admitted. */
export interface Admitting {
  readonly arrival: Arrival
  readonly caller: Caller
  readonly parsed: Parsed
  readonly quote: Quote
  readonly consent: ConsentEntry | null
}

/** Rises with every change of the key and of what its account may call: both rise, so their sum tells each. */
const callerVersion = ({ key, account }: Caller): number => key.version + account.version

/** What admitting came to, where it is no refusal. */
export type AdmitStage =
  | Admitted
  | Replay
  /** The key changed or ended while its call was on the way: it is to be identified again. */
  | { readonly kind: 'key-changed' }
  /** A wallet that the host keeps elsewhere has too little: the claim is to be given up. */
  | { readonly kind: 'insufficient'; readonly admitted: Admitted }

/**
 * The fifth stage: one batched transaction decides. Waits for a call with the same request id, then asks again.
 *
 * @param settle Ends the call in the same transaction, where its answer is at hand.
 */
export async function admit(
  parts: CallParts,
  admitting: Admitting,
  settle?: AdmitOperation['settle'],
): Promise<AdmitStage> {
  const waitUntil = parts.clock.monotonicMs() + parts.settings.waitMs
  for (let operation = operationOf(parts, admitting, settle); ; ) {
    const stop = stopOf(parts, admitting, operation.claim)
    if (stop) await refuseStopped(parts, admitting, stop)
    const admission = await parts.billing.admit(operation)
    if (admission.kind !== 'running') return await stageOf(parts, admitting, admission)
    const left = waitUntil - parts.clock.monotonicMs()
    if (left <= 0) throw refuse('REQUEST_IN_PROGRESS', { retryAfter: 1, rate: admission.rate })
    await parts.billing.waitFor(admission.reference, left)
    operation = { ...operation, at: parts.clock.now().getTime(), alreadyCounted: true }
  }
}

/** Whole seconds after which a caller may ask again while money is stopped. */
const RETRY_STOPPED_SECONDS = 60

/** Whether a call may have to be refused because of its money; null: it goes on. */
function stopOf({ moneyGate }: CallParts, { arrival, quote }: Admitting, claim: string | null) {
  const stopped = quote.price === 0 ? null : moneyGate.refusal
  const lost = claim !== null && moneyGate.isLost(arrival.requestId)
  return stopped || lost ? { stopped, lost, claim } : null
}

/**
 * While money is stopped, paid calls are refused but for replays, which move none. A request id that a restore may have lost is
 * refused where it is unknown: nobody can say whether it has run.
 */
async function refuseStopped(
  parts: CallParts,
  { caller }: Admitting,
  { stopped, lost, claim }: NonNullable<ReturnType<typeof stopOf>>,
): Promise<void> {
  const wallet = { accountId: caller.account.id, environment: caller.environment }
  const earlier = claim === null ? null : await parts.billing.find(wallet, { claim })
  if (stopped && (!earlier || isOpenCall(earlier.call))) throw refuse(stopped, { retryAfter: RETRY_STOPPED_SECONDS })
  if (lost && !earlier) throw refuse('REQUEST_ID_EXPIRED')
}

function stageOf(
  parts: CallParts,
  admitting: Admitting,
  admission: Exclude<Admission, { kind: 'running' }>,
): AdmitStage | Promise<AdmitStage> {
  if (admission.kind === 'replay') return admission
  if (admission.kind === 'admitted') return parts.wallet.funds ? holdElsewhere(parts, admitting, admission) : admission
  if (admission.code === 'KEY_CHANGED' || admission.code === 'INVALID_API_KEY') return { kind: 'key-changed' }
  if (admission.window !== undefined) rememberThrottled(parts, admitting, admission)
  if (admission.code === 'API_NOT_PERMITTED') throw overCap(admitting.caller, admission.rate)
  if (admission.code === 'UNIQUE_KEY_TAKEN') throw keyTaken(admitting, admission)
  throw refusalOf(admission.code, admission.rate, admission.retryAfter)
}

/** Until the window is free, the key is refused without a transaction. */
function rememberThrottled(
  parts: CallParts,
  { caller, arrival }: Admitting,
  { window, rate, retryAfter }: Extract<Admission, { kind: 'refused' }>,
): void {
  if (window === undefined || !rate || retryAfter === undefined) return
  const { id: endpoint } = arrival.runtime.endpoint
  parts.throttledKeys.remember(caller, { endpoint, window, rate, retryAfter })
}

/** The limits of a key in an environment. */
export function callLimits({ settings }: CallParts, environment: Environment): CallLimits {
  const { limits } = settings
  const { perEndpoint, inFlight, account } = limits
  return { endpoint: perEndpoint, total: limits[environment], inFlight, ...(account === undefined ? {} : { account }) }
}

function operationOf(
  parts: CallParts,
  { arrival, caller, parsed, quote, consent }: Admitting,
  settle: AdmitOperation['settle'],
): AdmitOperation {
  const { endpoint } = arrival.runtime
  const { leaseMs } = parts.settings
  const [fingerprint = '', ...olderFingerprints] =
    endpoint.replay === false ? [] : fingerprintsOf(parts, arrival, parsed)
  return {
    kind: 'admit',
    reference: arrival.reference,
    accountId: caller.account.id,
    environment: caller.environment,
    keyId: caller.key.id,
    keyVersion: callerVersion(caller),
    endpoint: endpoint.id,
    requestId: arrival.requestId,
    claim: endpoint.replay === false ? null : claimOf(arrival.requestId),
    uniqueKey: uniqueKeyOf(arrival.runtime, caller.environment, parsed.request),
    fingerprint,
    olderFingerprints,
    price: parts.wallet.funds ? zero : quote.price,
    priceVersion: quote.version,
    legs: parts.wallet.funds ? [] : quote.legs,
    pool: quote.pool,
    limits: callLimits(parts, caller.environment),
    spendCap: caller.key.spendCapPerDay ?? undefined,
    leaseMs,
    owner: parts.owner,
    consent,
    at: parts.clock.now().getTime(),
    alreadyCounted: false,
    settle,
  }
}

const FINGERPRINT_VERSION = 1

/** Keyed hashes, under each pepper, of what makes two calls the same: endpoint, input, scenario, consent; never the key (decisions.md section 2). */
function fingerprintsOf(parts: CallParts, arrival: Arrival, parsed: Parsed): readonly string[] {
  const { endpoint } = arrival.runtime
  const { scenario = null, canonical } = parsed
  const facts = [FINGERPRINT_VERSION, endpoint.method, endpoint.id, scenario, arrival.incoming.consentRef ?? null]
  return parts.secrets.hashes(`${JSON.stringify(facts)}${canonical}`)
}

/** The key has spent what it may in a day. */
function overCap({ key }: Caller, rate: RateState | null): CallRefusal {
  const cap = exactDecimal(key.spendCapPerDay ?? zero)
  return refuse('API_NOT_PERMITTED', {
    rate,
    message: `This key may spend ${cap} INR a day, and this call would be more`,
  })
}

/** Another call has the field that the endpoint keeps unique: which one, the account may know. */
function keyTaken({ arrival }: Admitting, { holder, rate }: Extract<Admission, { kind: 'refused' }>): CallRefusal {
  const { errors, unique } = arrival.runtime.endpoint
  const spec = unique && errors[unique.code]
  if (!spec || holder === undefined) throw new TypeError('an endpoint declares the error of its unique field')
  const message = `${spec.message}: ref_id ${holder}`
  return new CallRefusal({ ...declaredFault(unique.code, { ...spec, message }, undefined), refId: holder, rate })
}

function refusalOf(
  code: Exclude<AdmitRefusal, 'KEY_CHANGED' | 'INVALID_API_KEY' | 'UNIQUE_KEY_TAKEN'>,
  rate: RateState | null,
  retryAfter: number | undefined,
): CallRefusal {
  const more = { rate, ...(retryAfter === undefined ? {} : { retryAfter }) }
  return refuse(code, more)
}

/** Holds the price with a wallet that the host keeps elsewhere. */
async function holdElsewhere(
  parts: CallParts,
  { arrival, caller, quote }: Admitting,
  admission: Extract<Admission, { kind: 'admitted' }>,
): Promise<AdmitStage> {
  const { funds } = parts.wallet
  if (!funds || quote.price === 0 || admission.epoch === null || admission.pooled) return admission
  const wallet = { accountId: caller.account.id, environment: caller.environment }
  const held = await funds.hold(arrival.reference, wallet, quote.price)
  if (held === 'insufficient') return { kind: 'insufficient', admitted: admission }
  const { available } = await parts.wallet.balance(wallet.accountId, wallet.environment)
  return { ...admission, available }
}
