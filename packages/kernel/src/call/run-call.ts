import { type Caller, type CallState, micro, type Quote } from '@parakh/core'
import type { AdmittedCall, SealedCall } from '../call-data/admitted-call.ts'
import { hostFault, refuse } from '../call-data/call-fault.ts'
import type { CallResponse } from '../call-data/call-response.ts'
import type { Arrival, IdentifiedCall, QuotedCall } from '../call-data/quoted-call.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { admit, admittedCall } from './admit.ts'
import { callSubjects } from './call-subjects.ts'
import { identify, identifyAgain } from './identify.ts'
import { inStage } from './in-stage.ts'
import { parse } from './parse.ts'
import { permit } from './permit.ts'
import { type Provided, provide } from './provide.ts'
import { quote } from './quote.ts'
import { refuseCall } from './refuse.ts'
import { replay } from './replay.ts'
import { seal, sealedFault } from './seal.ts'
import { sendSealed } from './send.ts'
import { discard, keepUnknown, settle } from './settle.ts'
import { isSinglePhase, runSinglePhase } from './single-phase-call.ts'

/** Runs a call through all stages, from identify to send. Never throws. */
export function runCall(parts: CallParts, arrival: Arrival): Promise<CallResponse> {
  const { tracer } = parts
  if (tracer === null) return runStages(parts, arrival)
  const { reference, runtime } = arrival
  return tracer.call({ endpoint: runtime.endpoint.id, reference }, () => runStages(parts, arrival))
}

async function runStages(parts: CallParts, arrival: Arrival): Promise<CallResponse> {
  let caller: Caller | null = null
  try {
    caller = await inStage(parts, 'identify', () => identify(parts, arrival))
    return ofKey(await runIdentified(parts, { arrival, caller }), arrival, caller)
  } catch (error) {
    const response = await refuseCall(parts, { arrival, caller, error })
    return caller ? ofKey(response, arrival, caller) : response
  }
}

/** The caller of the call. */
const ofKey = (response: CallResponse, { reference }: Arrival, { account, key }: Caller): CallResponse => ({
  ...response,
  by: { accountId: account.id, keyId: key.id, reference },
})

/** How often a key may change during a call before the call is refused. */
const MOST_IDENTIFICATIONS = 3

/** The stages from permit to send. @param identified How often the caller was identified. */
async function runIdentified(parts: CallParts, call: IdentifiedCall, identified = 1): Promise<CallResponse> {
  const { arrival } = call
  const caller = await permit(parts, call, identified > 1)
  const parsed = parse(parts, { arrival, caller })
  const subjects = callSubjects(parts, { arrival, caller, parsed })
  const consents = 'then' in subjects ? await subjects : subjects
  const price = quote(parts, { arrival, caller, parsed })
  const quoted =
    'then' in price
      ? await waitedFor(parts, price, { arrival, caller, parsed, consents })
      : { arrival, caller, parsed, consents, quote: price, waitedMs: 0 }
  const singlePhase = isSinglePhase(parts, quoted) ? await runSinglePhase(parts, quoted) : null
  const admission = singlePhase?.admission ?? (await inStage(parts, 'admit', () => admit(parts, quoted)))
  if (admission.kind === 'key-changed') {
    if (identified >= MOST_IDENTIFICATIONS) throw refuse('INVALID_API_KEY')
    return runIdentified(parts, { arrival, caller: await identifyAgain(parts, arrival, caller) }, identified + 1)
  }
  if (admission.kind === 'replay') return replay(parts, quoted, admission)
  const ended = singlePhase?.ended ?? (await executeAndSettle(parts, admittedCall(parts, quoted, admission)))
  const { environment } = caller
  return sendSealed(ended, { ids: arrival, environment, rate: admission.rate })
}

async function waitedFor(
  parts: CallParts,
  price: Promise<Quote>,
  { arrival, caller, parsed, consents }: Omit<QuotedCall, 'quote' | 'waitedMs'>,
): Promise<QuotedCall> {
  const { clock } = parts
  const sinceMs = clock.monotonicMs()
  const found = await inStage(parts, 'quote', () => price)
  return { arrival, caller, parsed, consents, quote: found, waitedMs: clock.monotonicMs() - sinceMs }
}

/** The largest number of runs of a handler that loses a race for a record. */
const MOST_RUNS = 6

/** Provide, seal and settle. Recovery continues a call here after a crash. */
export async function executeAndSettle(parts: CallParts, call: AdmittedCall): Promise<SealedCall> {
  for (let run = 1; run <= MOST_RUNS; run += 1) {
    const provided = await inStage(parts, 'provide', () => provide(parts, call))
    if (provided.kind === 'unknown') return keepUnknown(parts, call)
    if (provided.kind === 'fenced') return discard(parts, call)
    const sealed = seal(parts, await withRefunds(parts, call, provided), provided)
    const settled = await inStage(parts, 'settle', () => settle(parts, call, sealed))
    if (settled === 'done') return sealed
    if (settled === 'lost') return discard(parts, call)
    parts.logger.debug('call.lost_race', { reference: call.call.reference, run })
  }
  if (call.sent.accepted) return keepUnknown(parts, call)
  const sealed = sealedFault(call, hostFault('SERVICE_UNAVAILABLE', { retryAfter: 1 }))
  await settle(parts, call, sealed)
  return sealed
}

/** The call with its refunds of earlier calls, because its answer shows the balance after them. */
async function withRefunds(parts: CallParts, call: AdmittedCall, provided: Provided): Promise<AdmittedCall> {
  if (provided.kind !== 'answer' || provided.writes.refunds.length === 0) return call
  const wallet = { accountId: call.call.account, environment: call.call.environment }
  const { refunds } = provided.writes
  const found = await Promise.all(refunds.map(({ reference }) => parts.billing.find(wallet, { reference })))
  const refunded = found.reduce((sum, earlier) => sum + (earlier ? givenBackOf(earlier.call) : 0), 0)
  return { ...call, available: micro(call.available + refunded) }
}

/** What a refund of an earlier call makes available. */
const givenBackOf = ({ phase, price, charged, refunded }: CallState): number =>
  phase === 'accepted' ? price : charged - refunded
