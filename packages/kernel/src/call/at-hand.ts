import type { AdmitOperation } from '@parakh/core'
import { zero } from '@parakh/core'
import { type Ended, seal, settleOperation } from './carry-out.ts'
import { provide } from './provide.ts'
import { SentWrites } from './sent-writes.ts'
import { callOf, type Identified, underwayOf } from './underway.ts'

/**
 * Whether a call is answered from what this host has, without asking or telling anybody outside: sandbox fixtures, and providers and
 * endpoints that say so (`local`, `atHand`). Then nothing has to be held while it is asked (decision 0016).
 */
export function isAtHand({ parts, arrival, caller, branch }: Identified): boolean {
  const { endpoint, readsOnly, localLive, plugin } = arrival.runtime
  if (parts.wallet.funds) return false
  if (endpoint.atHand) return true
  if (!readsOnly) return false
  if (caller.environment !== 'sandbox') return localLive
  return branch?.kind === 'fixture' || (branch?.kind === 'source' && plugin.sandbox?.local === true)
}

/** An answer that is at hand before the call is let in. */
export interface AnswerAtHand {
  /** Seals it and ends the call: in the transaction that lets it in. */
  readonly settle: NonNullable<AdmitOperation['settle']>
  /** How the call ended; null before `settle`. */
  ended(): Ended | null
}

/** Runs the handler. Whether the call is let in is decided afterwards, and then it is ended in the same transaction. */
export async function answerAtHand(identified: Identified): Promise<AnswerAtHand> {
  const { parts, arrival, caller, parsed, branch } = identified
  const call = callOf(identified)
  const provided = await provide({
    parts,
    runtime: arrival.runtime,
    environment: caller.environment,
    branch,
    call,
    caller,
    request: parsed.request,
    sent: new SentWrites(),
    markDispatch: () => Promise.reject(new TypeError('an endpoint that only reads marked a write')),
  })
  if (provided.kind === 'unknown' || provided.kind === 'fenced')
    throw new TypeError('an endpoint that only reads has an unknown outcome')
  let ended: Ended | null = null
  return {
    settle(admitted) {
      const underway = underwayOf(identified, call, admitted)
      const settling = seal(underway, provided, zero)
      ended = settling.ended
      return settleOperation(underway, settling)
    },
    ended: () => ended,
  }
}
