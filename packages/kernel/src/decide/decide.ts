import {
  type BillingOperation,
  type CommitOperation,
  type Decide,
  type DispatchOperation,
  type ExpireOperation,
  isOpenCall,
  type LogOperation,
  type LogResult,
  type OperationResult,
  type SettleResult,
} from '@parakh/core'
import { admit } from './admit.ts'
import { Draft } from './draft.ts'
import { adjust, credit } from './funds.ts'
import { releaseExpired } from './hold.ts'
import { lookAtWindows } from './rate-windows.ts'
import { settle } from './settle.ts'
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

function decideOne(draft: Draft, operation: BillingOperation): OperationResult {
  switch (operation.kind) {
    case 'admit':
      return admit(draft, operation)
    case 'settle':
      return settle(draft, operation)
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
  }
}

/** Writes a usage row, and looks at the key's windows without counting. */
function log(draft: Draft, operation: LogOperation): LogResult {
  logUsage(draft, operation.usage)
  const { keyId, limits, at } = operation
  const key = keyId === undefined ? undefined : draft.key(keyId)
  if (!key || !limits) return { kind: 'logged', rate: null, active: true }
  const active = key.status === 'active' && (key.expiresAt === null || key.expiresAt > at)
  const verdict = lookAtWindows(key.windows, { endpoint: operation.usage.endpoint, limits, at })
  const { limit, remaining } = verdict.rate
  return { kind: 'logged', rate: { limit, remaining: verdict.passes ? remaining + 1 : 0 }, active }
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

/** Releases a read whose lease ended. A marked write stays: its status is asked instead. */
function expire(draft: Draft, operation: ExpireOperation): SettleResult {
  const call = draft.call(operation.reference)
  if (call?.phase !== 'held' || call.epoch !== operation.epoch) return { kind: 'lost' }
  if (!operation.force && call.leaseUntil > operation.at) return { kind: 'lost' }
  releaseExpired(draft, call, operation.at)
  return { kind: 'done' }
}

/** Writes what was staged outside a call. */
function commit(draft: Draft, operation: CommitOperation): SettleResult {
  const misfit = checkStaged(draft, operation)
  if (misfit) return misfit
  applyStaged(draft, operation)
  return { kind: 'done' }
}
