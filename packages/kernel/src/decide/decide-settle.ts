import {
  type CallPhase,
  type CallState,
  isOpenCall,
  type Outcome,
  type SettleOperation,
  type SettleResult,
  zero,
} from '@parakh/core'
import { charge } from './charge.ts'
import { copyCall } from './copies.ts'
import type { Draft } from './draft.ts'
import { endReservation, isExternal } from './external-wallet.ts'
import { collectFreed, endHold, endInFlight } from './release-hold.ts'
import { takeSpendOff } from './spend.ts'
import { applyStaged, checkStaged } from './staged.ts'
import { giveUnitBack } from './units.ts'
import { logUsage } from './usage.ts'

const PHASE: Readonly<Record<Outcome, CallPhase>> = {
  answer: 'answered',
  none: 'none',
  failed: 'released',
  refused: 'released',
}

/**
 * Ends a call: capture or release, stored answer, usage row and what the handler staged, or nothing at all. A success that comes
 * after its hold was taken over is `lost`: discarded, never charged (reliability.md section 2). An answer that is charged on completion
 * keeps its hold.
 */
export function decideSettle(draft: Draft, operation: SettleOperation): SettleResult {
  if (operation.epoch === null) return settleUnclaimed(draft, operation)
  const call = draft.call(operation.reference)
  if (!call || call.epoch !== operation.epoch) return { kind: 'lost' }
  // Our own epoch, settled already: the acknowledgement of that commit was lost.
  if (!isOpenCall(call)) return { kind: 'done' }
  const misfit = checkStaged(draft, operation)
  if (misfit) return misfit
  const ended = endCall(operation.keepsUnit ? call : giveUnitBack(draft, call), operation)
  const waits = ended.phase === 'accepted'
  if (waits) keepHold(draft, call, operation)
  else captureOrRelease(draft, ended, operation)
  draft.changeCall(call, ended)
  if (operation.response && ended.claim !== null) {
    const { accountId, environment, reference } = operation
    draft.rows.responses.push({ accountId, environment, reference, body: operation.response.body })
  }
  logUsage(draft, operation.usage)
  applyStaged(draft, operation)
  if (waits || operation.unreserved || ended.price === 0 || !isExternal(draft, ended)) return { kind: 'done' }
  return { kind: 'done', step: ended.charged > 0 ? 'capture' : 'release' }
}

function captureOrRelease(draft: Draft, ended: CallState, { volume, at, unreserved }: SettleOperation): void {
  endHold(draft, ended)
  if (ended.charged > 0) {
    charge(draft, ended, at)
    if (volume) draft.count(ended, volume, 1)
  } else {
    if (!unreserved) endReservation(draft, ended, { step: 'release', at })
    collectFreed(draft, ended, at)
    takeSpendOff(draft, ended)
  }
}

/** A volume tier counts a call when it is accepted: a release takes nothing off it, as a refund does not. */
function keepHold(draft: Draft, call: CallState, { volume }: SettleOperation): void {
  endInFlight(draft, call)
  if (volume && call.price > 0) draft.count(call, volume, 1)
}

function endCall(call: CallState, operation: SettleOperation): CallState {
  const { holdUntil, keepsUnit, outcome } = operation
  const ended = copyCall(call)
  // A free call has no hold to keep.
  const waits = holdUntil !== undefined && outcome === 'answer' && keepsUnit && (call.price > 0 || call.pool !== null)
  const phase = waits ? 'accepted' : PHASE[outcome]
  ended.phase = phase
  if (waits) ended.leaseUntil = holdUntil
  if (phase === 'released') ended.claim = null
  if (outcome !== 'answer') ended.uniqueKey = null
  ended.charged = outcome === 'answer' && !waits && operation.charged > 0 ? call.price : zero
  ended.settledAt = operation.at
  ended.status = operation.response?.status ?? null
  return ended
}

/** Nothing was held, claimed or is stored: a usage row, and what was staged. */
function settleUnclaimed(draft: Draft, operation: SettleOperation): SettleResult {
  const misfit = checkStaged(draft, operation)
  if (misfit) return misfit
  logUsage(draft, operation.usage)
  applyStaged(draft, operation)
  return { kind: 'done' }
}
