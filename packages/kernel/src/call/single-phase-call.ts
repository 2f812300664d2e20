import type { HandlerRun, SealedCall } from '../call-data/admitted-call.ts'
import { callOf, type QuotedCall } from '../call-data/quoted-call.ts'
import { SentWrites } from '../call-data/sent-writes.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { type AdmitEnd, admit, admittedCall } from './admit.ts'
import { inStage } from './in-stage.ts'
import { provide } from './provide.ts'
import { availableElsewhere } from './reserve-elsewhere.ts'
import { seal } from './seal.ts'
import { settleOperation } from './settle.ts'

/**
 * Whether a call is answered without an external request: by a sandbox fixture, or by a provider or an endpoint that declares it
 * (`local`, `singlePhase`). Then no hold is needed (decision 0016).
 */
export function isSinglePhase({ external }: CallParts, { arrival, caller, parsed, quote }: QuotedCall): boolean {
  const { endpoint, readsOnly, localLive, plugin } = arrival.runtime
  if (external && caller.environment === 'production' && quote.price > 0) return false
  if (endpoint.singlePhase) return true
  if (!readsOnly) return false
  if (caller.environment !== 'sandbox') return localLive
  return parsed.branch?.kind === 'fixture' || (parsed.branch?.kind === 'source' && plugin.sandbox?.local === true)
}

/**
 * Runs a call in one transaction: provide, then admit, seal and settle together. Admission is decided after the handler ran; its answer
 * is sealed within the transaction, because it contains the balance.
 *
 * @returns With `ended` if it was admitted.
 */
export async function runSinglePhase(parts: CallParts, call: QuotedCall): Promise<SinglePhaseEnd> {
  const elsewhere = availableElsewhere(parts, call)
  const run: HandlerRun = {
    runtime: call.arrival.runtime,
    branch: call.parsed.branch,
    call: callOf(call),
    caller: call.caller,
    request: call.parsed.request,
    waitedMs: call.waitedMs,
    sent: new SentWrites(),
    markDispatch: () => Promise.reject(new TypeError('an endpoint that only reads marked a write')),
  }
  const provided = await inStage(parts, 'provide', () => provide(parts, run))
  if (provided.kind === 'unknown' || provided.kind === 'fenced')
    throw new TypeError('an endpoint that only reads has an unknown outcome')
  const available = elsewhere && (await elsewhere)
  let ended: SealedCall | null = null
  const admission = await inStage(parts, 'admit', () =>
    admit(parts, call, (entered) => {
      const admitted = admittedCall(parts, call, available === null ? entered : { ...entered, available })
      ended = seal(parts, admitted, provided)
      return settleOperation(parts, admitted, ended)
    }),
  )
  return { admission, ended }
}

/** The result of the admission, and how the call ended. */
export interface SinglePhaseEnd {
  readonly admission: AdmitEnd
  /** Null: it was not admitted. */
  readonly ended: SealedCall | null
}
