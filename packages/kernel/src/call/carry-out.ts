import {
  errorFacts,
  type Money,
  micro,
  NO_WRITES,
  type Outcome,
  type SettleOperation,
  type StagedWrites,
  zero,
} from '@parakh/core'
import { type Provided, type Providing, provide, RETRY_AFTER_SECONDS } from './provide.ts'
import { type CallFault, hostFault } from './refusal.ts'
import { type Sealed, sealAnswer, sealFault } from './seal.ts'
import type { Underway } from './underway.ts'

/** How an admitted call ended. */
export interface Ended {
  readonly sealed: Sealed
  readonly outcome: Outcome
  readonly code: string | null
  readonly charged: Money
  /** Whether it was worth its price, be it money or a unit of a plan. */
  readonly billable: boolean
  readonly fault: CallFault | null
  /** What the handler sends besides. */
  readonly headers?: Readonly<Record<string, string>>
}

/** A handler that loses a race for a record runs again, so often. */
const MOST_RUNS = 6

/** Provide, seal, settle: to the end, whatever happens. */
export async function carryOut(underway: Underway): Promise<Ended> {
  const { parts, call } = underway
  const providing: Providing = {
    parts,
    call,
    runtime: underway.runtime,
    environment: underway.environment,
    branch: underway.branch,
    caller: underway.caller,
    request: underway.request,
    sent: underway.sent,
    markDispatch: (operation, provider) => markDispatch(underway, operation, provider),
  }
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const provided = await provide(providing)
    if (provided.kind === 'unknown') return unknownOutcome(underway)
    if (provided.kind === 'fenced') return discarded(underway)
    const refunds = provided.kind === 'answer' && provided.writes.refunds.length > 0
    const sealed = seal(underway, provided, refunds ? await givenBack(underway, provided.writes) : zero)
    const settled = await settle(underway, sealed)
    if (settled === 'done') return sealed.ended
    if (settled === 'lost') return discarded(underway)
    parts.logger.debug('call.lost_race', { reference: call.reference, run })
  }
  if (underway.sent.accepted) return unknownOutcome(underway)
  const fault = hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 })
  const given = sealedFault(underway, fault)
  await settle(underway, given)
  return given.ended
}

/** How a call ends, and what it writes besides. */
export interface Settling {
  readonly ended: Ended
  readonly writes: StagedWrites
}

async function markDispatch(
  { parts, call, epoch, requestJson }: Underway,
  operation: string,
  provider: string,
): Promise<boolean> {
  if (epoch === null) throw new TypeError('an endpoint whose answers are not stored cannot write to the world')
  const { reference, account: accountId, environment } = call
  const at = parts.clock.now().getTime()
  const marked = await parts.billing.dispatch({
    kind: 'dispatch',
    reference,
    accountId,
    environment,
    at,
    epoch,
    operation,
    provider,
    input: requestJson(),
  })
  return marked.kind === 'done'
}

type Sealable = Extract<Provided, { kind: 'answer' | 'fault' }>

/** What this call gives back of earlier ones when it settles: the balance in its answer is the one after it. */
async function givenBack({ parts, call }: Underway, { refunds }: StagedWrites): Promise<Money> {
  const wallet = { accountId: call.account, environment: call.environment }
  const found = await Promise.all(refunds.map(({ reference }) => parts.billing.find(wallet, { reference })))
  return micro(
    found.reduce((total, earlier) => total + (earlier ? earlier.call.charged - earlier.call.refunded : 0), 0),
  )
}

/** Bytes first: an answer that cannot be serialised becomes our own fault, and is not charged. */
export function seal(underway: Underway, provided: Sealable, refunded: Money): Settling {
  if (provided.kind === 'fault') return sealedFault(underway, provided.fault)
  const { parts, runtime, call, price, available } = underway
  const charged = provided.billable ? price : zero
  const balance = micro(available + refunded + (provided.billable ? 0 : price))
  try {
    const { requestId, reference, environment } = call
    const answer = { requestId, reference, environment, charged, balance, elapsedMs: underway.elapsedMs() }
    const sealed = sealAnswer(runtime.hosted.envelope, provided.data, answer)
    return {
      ended: {
        sealed,
        outcome: 'answer',
        code: null,
        charged,
        billable: provided.billable,
        fault: null,
        headers: provided.headers,
      },
      writes: underway.followUp(provided.writes),
    }
  } catch {
    parts.logger.error('call.not_serialisable', { endpoint: runtime.endpoint.id, reference: call.reference })
    return sealedFault(underway, hostFault('INTERNAL_ERROR'))
  }
}

function sealedFault({ runtime, call }: Underway, fault: CallFault): Settling {
  const sealed = sealFault(runtime.hosted.envelope, fault, call.requestId)
  return {
    ended: { sealed, outcome: fault.outcome, code: fault.code, charged: zero, billable: false, fault },
    writes: NO_WRITES,
  }
}

/** The eighth stage: one batched transaction. `lost`: another owns the call; `conflict`: a record was changed meanwhile. */
async function settle(underway: Underway, settling: Settling): Promise<'done' | 'lost' | 'conflict'> {
  const { parts } = underway
  const { charged } = settling.ended
  const result = await parts.billing.settle(settleOperation(underway, settling))
  if (parts.wallet.funds && result.kind !== 'conflict')
    await settleElsewhere(underway, result.kind === 'done' ? charged : zero)
  return result.kind
}

/** What ends a call: capture or release, its stored answer, its usage row and what was staged. */
export function settleOperation(underway: Underway, { ended, writes }: Settling): SettleOperation {
  const { parts, call, keyId, epoch, volume } = underway
  const { sealed, outcome, code, charged, billable } = ended
  const stored = outcome === 'answer' || outcome === 'none'
  return {
    kind: 'settle',
    reference: call.reference,
    accountId: call.account,
    environment: call.environment,
    at: parts.clock.now().getTime(),
    keyId,
    epoch,
    outcome,
    charged: parts.wallet.funds ? zero : charged,
    keepsUnit: billable,
    volume,
    response: stored && epoch !== null ? sealed : null,
    usage: underway.usage({ status: sealed.status, outcome, code, charged }),
    writes,
  }
}

/**
 * Captures or releases with a wallet that the host keeps elsewhere, after our own settle: a crash in between loses a charge, and
 * never charges for what was not answered. Both may be repeated, so trouble is tried again.
 */
async function settleElsewhere({ parts, call, price }: Underway, charged: Money): Promise<void> {
  const { funds } = parts.wallet
  if (!funds || price === 0) return
  for (let tried = 1; tried <= 3; tried += 1) {
    try {
      if (charged > 0) await funds.capture(call.reference, charged)
      else await funds.release(call.reference)
      return
    } catch (error) {
      parts.logger.error('funds.not_settled', { reference: call.reference, tried, ...errorFacts(error) })
    }
  }
}

/** A write whose outcome is not known keeps its hold; recovery asks its status (reliability.md section 2). */
async function unknownOutcome(underway: Underway): Promise<Ended> {
  underway.parts.logger.warn('call.outcome_unknown', {
    endpoint: underway.runtime.endpoint.id,
    reference: underway.call.reference,
  })
  return logged(underway, hostFault('OUTCOME_UNKNOWN', { retryAfter: RETRY_AFTER_SECONDS }))
}

/** A late success after its hold expired: no data, no charge. */
async function discarded(underway: Underway): Promise<Ended> {
  underway.parts.logger.warn('call.discarded', {
    endpoint: underway.runtime.endpoint.id,
    reference: underway.call.reference,
  })
  return logged(underway, hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 }))
}

async function logged(underway: Underway, fault: CallFault): Promise<Ended> {
  const { ended } = sealedFault(underway, fault)
  const usage = underway.usage({ status: ended.sealed.status, outcome: ended.outcome, code: ended.code })
  const { account: accountId, environment } = underway.call
  await underway.parts.billing.log({
    kind: 'log',
    accountId,
    environment,
    at: underway.parts.clock.now().getTime(),
    usage,
  })
  return ended
}
