import { type CallState, errorFacts, micro, NO_WRITES, type StoredCall, zero } from '@parakh/core'
import { indianDay } from '@parakh/core/formats'
import { carryOut } from '../call/carry-out.ts'
import type { CallParts } from '../call/parts.ts'
import { askStatus } from '../call/provider-client.ts'
import { hostFault } from '../call/refusal.ts'
import { sealFault } from '../call/seal.ts'
import { SentWrites } from '../call/sent-writes.ts'
import type { EndpointRuntime } from '../compose/runtime.ts'
import type { Runtimes } from '../news/deliver.ts'
import { followUpOf } from '../news/follow-up.ts'
import { callOf, requestOf, writeOf } from '../news/news.ts'
import { canonicalJson } from '../request/canonical-json.ts'
import { chooseBranch } from '../sandbox/branch.ts'
import { sandboxAnswer } from '../sandbox/sandbox-answer.ts'

const BATCH = 20
/** Batches in one go: 1,000 writes. Then the chores beside this one have their turn. */
const MOST_BATCHES = 50
/** How long a write waits for a person when nothing says what became of it. */
const INDETERMINATE_LEASE_MS = 3_600_000

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
  const operation = writeOf(runtime)
  if (!operation) return undefined
  const attempt = { call: callOf(stored), signal: AbortSignal.timeout(parts.settings.deadlineMs) }
  if (stored.call.environment === 'sandbox') {
    const { request, scenario } = requestOf(runtime, stored)
    return sandboxAnswer(runtime, chooseBranch(runtime, canonicalJson(request), scenario), {
      name: operation.name,
      input: {},
      attempt,
    })
  }
  const live = runtime.plugin.live.find(({ id }) => id === stored.call.provider)
  return live ? await askStatus(parts, { runtime, live, operation, attempt }) : undefined
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
  const call = callOf(stored)
  const usage = usageOf(parts, stored)
  const operation = writeOf(runtime)
  if (record === null || !operation) {
    const fault = hostFault('UPSTREAM_UNAVAILABLE')
    const { status } = sealFault(runtime.hosted.envelope, fault, call.requestId)
    const at = parts.clock.now().getTime()
    const { accountId, environment, reference, keyId } = stored.call
    await parts.billing.settle({
      kind: 'settle',
      ...{ reference, accountId, environment, at, keyId, epoch, outcome: 'failed', charged: zero, response: null },
      usage: usage({ status, outcome: 'failed', code: fault.code }),
      writes: NO_WRITES,
    })
    return true
  }
  const { balance, held } = await parts.wallet.balance(call.account, call.environment)
  const { request, scenario } = requestOf(runtime, stored)
  const ended = await carryOut({
    parts,
    runtime,
    environment: call.environment,
    call,
    caller: null,
    keyId: stored.call.keyId,
    request,
    epoch,
    usage,
    branch: call.environment === 'sandbox' ? chooseBranch(runtime, canonicalJson(request), scenario) : null,
    requestJson: () => stored.input ?? '{}',
    price: stored.call.price,
    available: micro(balance - held),
    // Its month's volume is not raised: what was quoted is gone with the process that knew.
    volume: undefined,
    sent: new SentWrites().add(operation.name, record),
    elapsedMs: () => Math.max(0, parts.clock.now().getTime() - stored.call.at),
    followUp: (writes) => followUpOf(parts, { runtime, call, writes }),
  })
  return ended.code !== 'OUTCOME_UNKNOWN'
}

/** The usage row of a call that ended without its caller. */
const usageOf =
  (parts: CallParts, { call }: StoredCall) =>
  (ending: {
    status: number
    outcome: 'answer' | 'none' | 'failed' | 'refused' | 'replay'
    code: string | null
    charged?: CallState['charged']
  }) => {
    const { accountId, environment, keyId, reference, requestId, endpoint } = call
    const at = parts.clock.now()
    return {
      ...{ accountId, environment, keyId, reference, requestId, endpoint, ip: '' },
      ...{ status: ending.status, outcome: ending.outcome, code: ending.code, charged: ending.charged ?? zero },
      latencyMs: Math.max(0, at.getTime() - call.at),
      at: at.getTime(),
      day: indianDay(at),
      counted: false,
    }
  }
