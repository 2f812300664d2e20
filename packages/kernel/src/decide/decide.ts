import {
  type CommitOperation,
  type Decide,
  type DispatchOperation,
  type ExpireOperation,
  isOpenCall,
  type LedgerOperation,
  type LogOperation,
  type LogResult,
  type OperationResult,
  type RateState,
  type SettleResult,
} from '@parakh/core'
import { countedCallOf, countInWindows, lookAtCall, settleRefused } from './count-call.ts'
import { decideAdmit } from './decide-admit.ts'
import { decideSettle } from './decide-settle.ts'
import { Draft } from './draft.ts'
import { endOfKey } from './key-end.ts'
import { adjust, convert, credit, debit, recover, reverse, transfer } from './moves.ts'
import type { WindowVerdict } from './rate-windows.ts'
import { releaseAccepted, releaseExpired } from './release-hold.ts'
import { applyStaged, checkStaged } from './staged.ts'
import { logUsage } from './usage.ts'

/**
 * Decides a batch, purely: operations in order, each seeing what those before it did. SQLite, PostgreSQL and memory are given
 * this one function, so they cannot differ (design.md, "The life of a call").
 *
 * @example
 * const { results, changes } = decide(stateReadBeneathTheLocks, operations)
 */
export const decide: Decide = (state, operations) => {
  const draft = new Draft(state)
  const results = operations.map((operation) => decideOne(draft, operation))
  return { results, changes: draft.changes() }
}

function decideOne(draft: Draft, operation: LedgerOperation): OperationResult {
  switch (operation.kind) {
    case 'admit':
      return decideAdmit(draft, operation)
    case 'settle':
      return decideSettle(draft, operation)
    case 'dispatch':
      return dispatch(draft, operation)
    case 'expire':
      return expire(draft, operation)
    case 'credit':
      return credit(draft, operation)
    case 'adjust':
      return adjust(draft, operation)
    case 'commit':
      return commit(draft, operation)
    case 'log':
      return log(draft, operation)
    case 'debit':
      return debit(draft, operation)
    case 'reverse':
      return reverse(draft, operation)
    case 'transfer':
      return transfer(draft, operation)
    case 'convert':
      return convert(draft, operation)
    case 'recover':
      return recover(draft, operation)
  }
}

/**
 * Writes a usage row. A refusal that counts is counted in the windows of its key, as an answer is; where one of them is full, nothing is
 * written, and it is refused for that.
 */
function log(draft: Draft, operation: LogOperation): LogResult {
  const call = countedCallOf(operation)
  const key = call && draft.key(call.keyId)
  const active = !key || endOfKey(key, operation.at) === null
  const verdict = call && key && active ? lookAtCall(draft, call) : null
  if (!call || !verdict || !operation.counts) {
    logUsage(draft, operation.usage)
    return { kind: 'logged', rate: verdict && standing(verdict), active }
  }
  if (!verdict.passes) {
    const { rate, retryAfter, window } = verdict
    settleRefused(draft, call)
    return { kind: 'logged', rate, active, refused: { retryAfter, window } }
  }
  countInWindows(draft, call)
  logUsage(draft, operation.usage)
  return { kind: 'logged', rate: verdict.rate, active }
}

/** How the windows stand without the call that asks. */
function standing({ passes, rate: { limit, remaining } }: WindowVerdict): RateState {
  return { limit, remaining: passes ? remaining + 1 : 0 }
}

/** Marks a write before any byte of it leaves. */
function dispatch(draft: Draft, operation: DispatchOperation): SettleResult {
  const call = draft.call(operation.reference)
  if (!call || call.epoch !== operation.epoch || !isOpenCall(call)) return { kind: 'lost' }
  const { accountId, environment, reference, input } = operation
  draft.changeCall(call, {
    ...call,
    phase: 'dispatched',
    operation: operation.operation,
    provider: operation.provider,
  })
  // A second provider is tried with the same input: it is kept once.
  if (call.phase === 'held') draft.rows.inputs.push({ accountId, environment, reference, input })
  return { kind: 'done' }
}

/**
 * Releases a read whose lease ended, and the hold of an answered call that has waited for its async result long enough. A marked write
 * stays: its status is asked instead.
 */
function expire(draft: Draft, operation: ExpireOperation): SettleResult {
  const call = draft.call(operation.reference)
  if (!call || call.epoch !== operation.epoch) return { kind: 'lost' }
  const isOver = call.leaseUntil <= operation.at
  if (call.phase === 'held' && (isOver || operation.force)) releaseExpired(draft, call, operation.at)
  else if (call.phase === 'accepted' && isOver) releaseAccepted(draft, call, operation.at)
  else return { kind: 'lost' }
  return { kind: 'done' }
}

/** Writes what was staged outside a call. */
function commit(draft: Draft, operation: CommitOperation): SettleResult {
  const misfit = checkStaged(draft, operation)
  if (misfit) return misfit
  applyStaged(draft, operation)
  return { kind: 'done' }
}
