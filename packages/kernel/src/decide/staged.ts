import type { Environment, SettleResult, StagedWrites } from '@parakh/core'
import { hasToGiveBack, refund } from './charge.ts'
import { changeAsyncState } from './completion.ts'
import type { Draft } from './draft.ts'
import { emit } from './emit.ts'

interface Staging {
  readonly accountId: string
  readonly environment: Environment
  readonly at: number
  readonly writes: StagedWrites
}

/** Whether what was staged still fits: records as they were read, an async result that acts for the first time. Null: it fits. */
export function checkStaged(draft: Draft, staging: Staging): Exclude<SettleResult, { kind: 'done' }> | null {
  for (const record of staging.writes.records) {
    const version = draft.recordVersion(staging, record)
    if ((version ?? null) !== record.expected) return { kind: 'conflict' }
  }
  const { asyncState, refunds } = staging.writes
  const isVain = refunds.some(({ reference, actor }) => actor !== undefined && !hasToGiveBack(draft.call(reference)))
  if (isVain) return { kind: 'lost' }
  if (!asyncState) return null
  const call = draft.call(asyncState.reference)
  if (!call) return { kind: 'lost' }
  return (call.asyncState ?? 'none') === asyncState.from ? null : { kind: 'lost' }
}

/** Writes what was staged. */
export function applyStaged(draft: Draft, staging: Staging): void {
  const { accountId, environment, at, writes } = staging
  const owner = { accountId, environment }
  for (const record of writes.records) {
    draft.setRecordVersion(staging, record, (record.expected ?? 0) + 1)
    draft.rows.records.push({ ...record, ...owner, at })
  }
  for (const job of writes.jobs) draft.rows.jobs.push({ ...job, ...owner, at })
  for (const { reference, reason, actor } of writes.refunds) {
    const call = draft.call(reference)
    const own = call?.accountId === accountId && call.environment === environment
    if (call && own) refund(draft, call, { reason, at, actor })
  }
  if (writes.asyncState) {
    const call = draft.call(writes.asyncState.reference)
    if (call) changeAsyncState(draft, call, { to: writes.asyncState.to, at })
  }
  for (const event of writes.events) emit(draft, staging, event)
  draft.rows.audit.push(...(writes.audit ?? []))
}
