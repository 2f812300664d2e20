import {
  type AdmitOperation,
  type AdmitResult,
  type CallState,
  isOpenCall,
  micro,
  type RateState,
  zero,
} from '@parakh/core'
import { copyWallet, copyWindows, keyWith } from './copies.ts'
import { countInWindows, lookAtCall, settleRefused } from './count-call.ts'
import { decideSettle } from './decide-settle.ts'
import type { Draft } from './draft.ts'
import { isExternal } from './external-wallet.ts'
import { endOfKey } from './key-end.ts'
import { releaseExpired } from './release-hold.ts'
import { addSpend, spentBy } from './spend.ts'
import { takeUnit } from './units.ts'

const NO_LEGS: CallState['legs'] = []

/** Whole seconds after which a caller may ask again whose earlier write is still unknown. */
const RETRY_UNKNOWN_SECONDS = 5

/**
 * Lets a call in, or says why not: key, rate windows, request id, unique key, calls in flight, unit of a plan, spend cap, funds, in this order
 * (decisions.md sections 2, 4 and 13): a replay is answered whatever the key has spent. Every end counts in the windows but for 429 and a dead key.
 */
export function decideAdmit(draft: Draft, operation: AdmitOperation): AdmitResult {
  const result = letIn(draft, operation)
  if (result.kind !== 'admitted' || !operation.settle) return result
  const settled = decideSettle(draft, operation.settle(result))
  if (settled.kind !== 'done') throw new TypeError(`a single-phase call was ${settled.kind}`)
  return result
}

function letIn(draft: Draft, operation: AdmitOperation): AdmitResult {
  const dead = refuseKey(draft, operation)
  if (dead) return { kind: 'refused', code: dead, rate: null }
  const own = draft.call(operation.reference)
  if (own) return ownCall(draft, operation, own)
  const verdict = lookAtCall(draft, operation)
  const { rate } = verdict
  if (!verdict.passes && !operation.alreadyCounted) {
    const { retryAfter, window } = verdict
    settleRefused(draft, operation)
    return { kind: 'refused', code: 'RATE_LIMIT_EXCEEDED', rate, retryAfter, window }
  }
  const earlier = operation.claim === null ? undefined : draft.claim(operation, operation.claim)
  const repeated = earlier && answerRepeated(draft, { operation, earlier, rate })
  const result = repeated ?? refuseTaken(draft, operation, rate) ?? hold(draft, operation, rate)
  const isThrottled = result.kind === 'refused' && result.code === 'RATE_LIMIT_EXCEEDED'
  if (!operation.alreadyCounted && !isThrottled) countInWindows(draft, operation)
  return result
}

function refuseKey(draft: Draft, operation: AdmitOperation) {
  const key = draft.key(operation.keyId)
  if (!key || endOfKey(key, operation.at)) return 'INVALID_API_KEY' as const
  if (key.accountStatus !== 'active') return 'ACCOUNT_SUSPENDED' as const
  if (key.version !== operation.keyVersion) return 'KEY_CHANGED' as const
  return null
}

/** The acknowledgement of our own commit was lost: this is the call that it made, and it was counted there. */
function ownCall(draft: Draft, operation: AdmitOperation, own: CallState): AdmitResult {
  const wallet = draft.wallet(operation)
  const available = wallet ? micro(wallet.posted - wallet.held) : zero
  const { rate } = lookAtCall(draft, operation)
  // Ended at once: what was stored is its answer, whatever the wallet has now.
  if (own.phase === 'answered' || own.phase === 'accepted' || own.phase === 'none') return replayOf(own, rate)
  // Released meanwhile: an epoch that has passed, so that whatever it brings is discarded.
  const epoch = isOpenCall(own) || operation.settle ? own.epoch : own.epoch - 1
  const entered = { kind: 'admitted', epoch, available, rate } as const
  if (own.pool !== null) return { ...entered, pooled: true }
  return isExternal(draft, own) && own.price > 0 ? { ...entered, reserve: own.price } : entered
}

const replayOf = ({ reference, status, phase }: CallState, rate: RateState): AdmitResult => ({
  kind: 'replay',
  reference,
  status: status ?? 200,
  outcome: phase === 'none' ? 'none' : 'answer',
  rate,
})

interface Repeated {
  readonly operation: AdmitOperation
  readonly earlier: CallState
  readonly rate: RateState
}

/** What the request id's earlier call means for this one; null when it runs as new. */
function answerRepeated(draft: Draft, { operation, earlier, rate }: Repeated): AdmitResult | null {
  // Of an erased call nobody knows any more what it asked.
  const same = ['', operation.fingerprint, ...(operation.olderFingerprints ?? [])].includes(earlier.fingerprint)
  if (!same) return { kind: 'refused', code: 'REQUEST_ID_REUSED', rate }
  if (earlier.phase === 'purged') return { kind: 'refused', code: 'REQUEST_ID_EXPIRED', rate }
  if (!isOpenCall(earlier)) return replayOf(earlier, rate)
  // Taken over once: it was looked into, and nobody knows yet what became of it. Waiting for it would be in vain.
  const unknown = earlier.phase === 'dispatched' && (earlier.epoch > 1 || earlier.leaseUntil <= operation.at)
  if (unknown) return { kind: 'refused', code: 'OUTCOME_UNKNOWN', rate, retryAfter: RETRY_UNKNOWN_SECONDS }
  if (earlier.leaseUntil > operation.at) return { kind: 'running', reference: earlier.reference, rate }
  releaseExpired(draft, earlier, operation.at)
  return null
}

/** Another call has the unique key of this one. A read that nobody works on any more gives it up. */
function refuseTaken(draft: Draft, operation: AdmitOperation, rate: RateState): AdmitResult | null {
  const holder = operation.uniqueKey === undefined ? undefined : draft.claim(operation, operation.uniqueKey)
  if (!holder) return null
  if (holder.phase !== 'held' || holder.leaseUntil > operation.at)
    return { kind: 'refused', code: 'UNIQUE_KEY_TAKEN', rate, holder: holder.reference }
  releaseExpired(draft, holder, operation.at)
  return null
}

function hold(draft: Draft, operation: AdmitOperation, rate: RateState): AdmitResult {
  const key = draft.key(operation.keyId)
  const wallet = draft.wallet(operation)
  if (!key || !wallet) return { kind: 'refused', code: 'INVALID_API_KEY', rate: null }
  const available = wallet.posted - wallet.held
  if (operation.claim === null) return { kind: 'admitted', epoch: null, available: micro(available), rate }
  if (key.windows.inFlight >= operation.limits.inFlight)
    return { kind: 'refused', code: 'RATE_LIMIT_EXCEEDED', rate: { ...rate, remaining: 0 }, retryAfter: 1 }
  const pool = operation.pool ? takeUnit(draft, operation) : null
  const price = pool === null ? operation.price : zero
  if (price > 0 && operation.spendCap !== undefined && spentBy(key.windows, operation.at) + price > operation.spendCap)
    return { kind: 'refused', code: 'API_NOT_PERMITTED', rate }
  // The external wallet is asked once this is committed: a transaction waits for nobody.
  const external = isExternal(draft, operation)
  if (!external) {
    if (available < price) return { kind: 'refused', code: 'INSUFFICIENT_BALANCE', rate }
    const holding = copyWallet(wallet)
    holding.held = micro(wallet.held + price)
    draft.setWallet(holding)
  }
  const windows = copyWindows(addSpend(key.windows, price, operation.at))
  windows.inFlight += 1
  draft.setKey(keyWith(key, windows))
  draft.addCall(newCall(operation, pool))
  const { accountId, environment, reference, at } = operation
  for (const consent of operation.consents)
    draft.rows.consents.push({ ...consent, accountId, environment, reference, at })
  if (external && price > 0) return { kind: 'admitted', epoch: 1, available: zero, rate, reserve: price }
  const entered = { kind: 'admitted', epoch: 1, available: micro(available - price), rate } as const
  return pool === null ? entered : { ...entered, pooled: true }
}

/** Written out: this is made for every call, and an object of spreads is several times slower. */
function newCall(operation: AdmitOperation, pool: string | null): CallState {
  return {
    reference: operation.reference,
    accountId: operation.accountId,
    environment: operation.environment,
    keyId: operation.keyId,
    endpoint: operation.endpoint,
    requestId: operation.requestId,
    claim: operation.claim,
    fingerprint: operation.fingerprint,
    phase: 'held',
    epoch: 1,
    owner: operation.owner,
    price: pool === null ? operation.price : zero,
    priceVersion: (pool === null ? undefined : operation.pool?.version) ?? operation.priceVersion,
    legs: pool === null ? operation.legs : NO_LEGS,
    charged: zero,
    refunded: zero,
    leaseUntil: operation.at + operation.leaseMs,
    at: operation.at,
    settledAt: null,
    status: null,
    asyncState: null,
    operation: null,
    provider: null,
    pool,
    uniqueKey: operation.uniqueKey ?? null,
  }
}
