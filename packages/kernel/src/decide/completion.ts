import { type CallState, type UsageEntry, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { charge } from './charge.ts'
import { copyCall } from './copies.ts'
import type { Draft } from './draft.ts'
import { freeFunds, releaseAccepted } from './release-hold.ts'
import { logUsage } from './usage.ts'

/** An async result of a call, and when it came: milliseconds since 1970. */
interface Arrived {
  readonly to: NonNullable<CallState['asyncState']>
  readonly at: number
}

/**
 * Changes the state of an asynchronous call. One that is charged on completion is captured by `completed`, and released by `failed`: each
 * once, because it waits no longer then (decision 0079).
 */
export function changeAsyncState(draft: Draft, call: CallState, { to, at }: Arrived): void {
  const changed = copyCall(call)
  changed.asyncState = to
  draft.changeCall(call, changed)
  if (changed.phase !== 'accepted') return
  if (to === 'completed') captureAccepted(draft, changed, at)
  if (to === 'failed') releaseAccepted(draft, changed, at)
}

function captureAccepted(draft: Draft, call: CallState, at: number): void {
  freeFunds(draft, call)
  const captured = copyCall(call)
  captured.phase = 'answered'
  captured.charged = call.price
  charge(draft, captured, at)
  draft.changeCall(call, captured)
  if (captured.charged > zero) logUsage(draft, chargedLater(captured, at))
}

/** The row of a charge without its call: that was counted, with its latency and address, when it was answered. */
function chargedLater(call: CallState, at: number): UsageEntry {
  const { accountId, environment, keyId, reference, requestId, endpoint, charged } = call
  return {
    ...{ accountId, environment, keyId, reference, requestId, endpoint, charged, at, day: indianDay(new Date(at)) },
    ...{ status: call.status ?? 200, outcome: 'answer', code: null, latencyMs: 0, ip: '', counted: false, calls: 0 },
  }
}
