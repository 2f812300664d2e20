import type { Call, Caller, Money, Outcome, Quote, StagedWrites, UsageEntry } from '@parakh/core'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import type { CallFault } from './call-fault.ts'
import type { Question } from './question.ts'
import type { SentWrites } from './sent-writes.ts'
import type { CallEnding } from './usage-entry.ts'

/** The data that a handler needs: in a call, in the catalogue, or after a crash. */
export interface HandlerRun {
  readonly runtime: EndpointRuntime
  /** Null in production. */
  readonly branch: SandboxBranch | null
  readonly call: Call
  /** Null: no caller, in the catalogue and after a crash. */
  readonly caller: Caller | null
  readonly request: Readonly<Record<string, unknown>>
  /** Milliseconds of the call's deadline that its price took. */
  readonly waitedMs: number
  /** The results of writes that were sent, which a repeated handler does not send again. */
  readonly sent: SentWrites
  /** Commits the dispatch mark of a write before any byte of it is sent. False: the call is fenced. */
  markDispatch(write: Question, provider: string): Promise<boolean>
}

/** A call with a hold: from a request, or taken over after a crash. */
export interface AdmittedCall extends HandlerRun {
  readonly keyId: string
  /** Fencing token of its hold; null where nothing is claimed. */
  readonly epoch: number | null
  readonly price: Money
  /** The wallet's available balance after this price. */
  readonly available: Money
  /** Counters that its charge increments. */
  readonly volume: Quote['volume']
  elapsedMs(): number
  usage(ending: CallEnding): UsageEntry
}

/** The body as bytes, as it is stored, sent and replayed. */
export interface SealedBody {
  readonly status: number
  readonly body: Uint8Array
}

/** How an admitted call ends: after seal. */
export interface SealedCall {
  readonly sealed: SealedBody
  readonly outcome: Outcome
  readonly code: string | null
  readonly charged: Money
  /** Whether it is charged, in money or a plan unit. */
  readonly billable: boolean
  /** Charged on completion: how long its hold waits, in milliseconds since 1970; undefined: charged now, if at all. */
  readonly holdUntil: number | undefined
  readonly fault: CallFault | null
  /** Headers of the handler. */
  readonly headers: Readonly<Record<string, string>>
  /** The staged writes of its settle. */
  readonly writes: StagedWrites
}
