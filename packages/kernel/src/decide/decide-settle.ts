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
import { collectFreed, endHold } from './release-hold.ts'
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
 * after its hold was taken over is `lost`: discarded, never charged (reliability.md section 2).
 */
export function decideSettle(draft: Draft, operation: SettleOperation): SettleResult {
  if (operation.epoch === null) return settleUnclaimed(draft, operation)
  const call = draft.call(operation.reference)
  if (!call || call.epoch !== operation.epoch) return { kind: 'lost' }
  // Our own epoch, settled already: the acknowledgement of that commit was lost.
  if (!isOpenCall(call)) return { kind: 'done' }
  const misfit = checkStaged(draft, operation)
  if (misfit) return misfit
  endHold(draft, call)
  const ended = endCall(operation.keepsUnit ? call : giveUnitBack(draft, call), operation)
  if (ended.charged > 0) charge(draft, call, operation.at)
  else {
    collectFreed(draft, call, operation.at)
    takeSpendOff(draft, call)
  }
  if (operation.volume && ended.charged > 0) draft.count(call, operation.volume, 1)
  draft.changeCall(call, ended)
  if (operation.response && ended.claim !== null) {
    const { accountId, environment, reference } = operation
    draft.rows.responses.push({ accountId, environment, reference, body: operation.response.body })
  }
  logUsage(draft, operation.usage)
  applyStaged(draft, operation)
  return { kind: 'done' }
}

function endCall(call: CallState, operation: SettleOperation): CallState {
  const phase = PHASE[operation.outcome]
  const ended = copyCall(call)
  ended.phase = phase
  if (phase === 'released') ended.claim = null
  if (phase !== 'answered') ended.uniqueKey = null
  ended.charged = operation.outcome === 'answer' && operation.charged > 0 ? call.price : zero
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
