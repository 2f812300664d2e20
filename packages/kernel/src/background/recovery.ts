import {
  type Call,
  type CallState,
  errorFacts,
  isUpstreamError,
  type Money,
  NO_WRITES,
  type StoredCall,
  zero,
} from '@parakh/core'
import { executeAndSettle } from '../call/run-call.ts'
import { sealFault } from '../call/seal.ts'
import { hostFault } from '../call-data/call-fault.ts'
import { SentWrites } from '../call-data/sent-writes.ts'
import { callOfStored, markedWriteOf, questionOfStored, requestOfStored, writesOf } from '../call-data/stored-call.ts'
import { recoveredUsageEntry } from '../call-data/usage-entry.ts'
import { askStatus } from '../provider/ask-status.ts'
import { NOT_AS_ASKED } from '../provider/check-record.ts'
import { markDispatch } from '../provider/mark-dispatch.ts'
import { sourceThatTook } from '../provider/source-that-took.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import type { EndpointRuntime, Runtimes } from '../runtime/endpoint-runtime.ts'
import { INDETERMINATE_LEASE_MS } from '../runtime/hold-times.ts'
import { chooseBranch } from '../sandbox/branch.ts'
import { sandboxAnswer } from '../sandbox/sandbox-answer.ts'

const BATCH = 20
/** Batches per run: 1,000 writes. Then other background tasks get their turn. */
const MOST_BATCHES = 50

/**
 * Asks what became of marked writes whose process is gone or whose reply was lost (reliability.md section 2). Known as accepted:
 * the handler runs again with that record and the call is captured; known as never arrived: released; unknown: the hold stays.
 *
 * @param at Leases that ended by then, milliseconds since 1970.
 */
export async function recoverWrites(given: Recovering, at: number): Promise<void> {
  for (let batch = 1; batch <= MOST_BATCHES; batch += 1) {
    const calls = await given.parts.billing.unresolved(at, BATCH)
    // Side by side: a source that takes its whole deadline to answer must not hold up those of others.
    const recovered = await Promise.all(calls.map((call) => recoverOne(given, call)))
    // One that could not be taken over would be found again at once: in a while is soon enough.
    if (calls.length < BATCH || recovered.includes(false)) return
  }
}

interface Recovering {
  readonly parts: CallParts
  readonly runtimes: Runtimes
}

/** @returns False where it failed: it is tried again later. */
async function recoverOne({ parts, runtimes }: Recovering, call: CallState): Promise<boolean> {
  const runtime = runtimes.get(call.endpoint)
  try {
    if (runtime) await recover(parts, runtime, call)
    else await postpone(parts, call)
    return true
  } catch (error) {
    parts.logger.warn('recovery.postponed', { reference: call.reference, ...errorFacts(error) })
    return false
  }
}

/** A person has to look: until then it must not stand before those that can be recovered. */
async function postpone(parts: CallParts, call: Pick<CallState, 'endpoint' | 'reference' | 'epoch'>): Promise<void> {
  parts.logger.error('call.indeterminate', { endpoint: call.endpoint, reference: call.reference })
  const leaseUntil = parts.clock.now().getTime() + INDETERMINATE_LEASE_MS
  await parts.billing.takeOver(call.reference, call.epoch, parts.owner, leaseUntil)
}

async function recover(parts: CallParts, runtime: EndpointRuntime, call: CallState): Promise<void> {
  const leaseUntil = parts.clock.now().getTime() + parts.settings.leaseMs
  const epoch = await parts.billing.takeOver(call.reference, call.epoch, parts.owner, leaseUntil)
  if (epoch === null) return
  const stored = await parts.billing.findByReference(call.reference)
  if (!stored) return
  const record = await statusOf(parts, runtime, stored)
  const known = record !== undefined && (await finish(parts, { runtime, stored, epoch, record }))
  if (!known) await postpone(parts, { ...call, epoch })
}

async function statusOf(parts: CallParts, runtime: EndpointRuntime, stored: StoredCall): Promise<unknown> {
  const operation = markedWriteOf(runtime, stored)
  if (!operation) return undefined
  const attempt = { call: callOfStored(stored), signal: AbortSignal.timeout(parts.settings.deadlineMs) }
  if (stored.call.environment === 'sandbox') {
    const { request, scenario } = requestOfStored(runtime, stored)
    return sandboxAnswer(runtime, chooseBranch(runtime, canonicalJson(request), scenario), {
      name: operation.name,
      input: {},
      attempt,
    })
  }
  const live = sourceThatTook(runtime.plugin, stored.call.provider)
  if (!live) return undefined
  try {
    const record = await askStatus(parts, { runtime, live, question: questionOfStored(stored, operation), attempt })
    // The source may have accepted another write of the call before this one.
    return record === null && writesOf(runtime).length > 1 ? undefined : record
  } catch (error) {
    // The source took the write for another person: the same question is not repeated before an operator has looked.
    if (isUpstreamError(error) && error.reason === NOT_AS_ASKED) return undefined
    throw error
  }
}

interface Finishing {
  readonly runtime: EndpointRuntime
  readonly stored: StoredCall
  readonly epoch: number
  /** Null: it never arrived. */
  readonly record: unknown
}

/** @returns False where the handler fails again on a write that was accepted: its outcome stays unknown. */
async function finish(parts: CallParts, { runtime, stored, epoch, record }: Finishing): Promise<boolean> {
  const call = callOfStored(stored)
  const operation = markedWriteOf(runtime, stored)
  if (record === null || !operation) {
    const fault = hostFault('UPSTREAM_UNAVAILABLE')
    const { status } = sealFault(runtime.hosted.envelope, fault, call.requestId)
    const at = parts.clock.now().getTime()
    const { accountId, environment, reference, keyId } = stored.call
    await parts.billing.settle({
      kind: 'settle',
      ...{ reference, accountId, environment, at, keyId, epoch, outcome: 'failed', charged: zero, response: null },
      usage: recoveredUsageEntry(parts, stored, { status, outcome: 'failed', code: fault.code }),
      writes: NO_WRITES,
    })
    return true
  }
  const { request, scenario } = requestOfStored(runtime, stored)
  const { keyId, price } = stored.call
  const ended = await executeAndSettle(parts, {
    runtime,
    branch: call.environment === 'sandbox' ? chooseBranch(runtime, canonicalJson(request), scenario) : null,
    call,
    caller: null,
    request,
    waitedMs: 0,
    sent: new SentWrites().add(operation.name, record),
    markDispatch: (write, provider) =>
      markDispatch(parts, { call, epoch, write, provider, request: stored.input ?? '{}' }),
    ...{ keyId, epoch, price },
    available: await availableOf(parts, call),
    // Its month's volume is not raised: what was quoted is gone with the process that knew.
    volume: undefined,
    elapsedMs: () => Math.max(0, parts.clock.now().getTime() - stored.call.at),
    usage: (ending) => recoveredUsageEntry(parts, stored, ending),
  })
  return ended.code !== 'OUTCOME_UNKNOWN'
}

/** For the answer alone: a wallet that is away does not keep a write from being settled. */
async function availableOf({ wallet, external }: CallParts, { account, environment }: Call): Promise<Money> {
  if (external && environment === 'production') return await external.link.availableOrZero(account, environment)
  return (await wallet.balance(account, environment)).available
}
