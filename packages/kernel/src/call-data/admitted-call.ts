import type { Call, Caller, Money, Outcome, Quote, StagedWrites, UsageEntry } from '@parakh/core'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import type { CallFault } from './call-fault.ts'
import type { SentWrites } from './sent-writes.ts'
import type { CallEnding } from './usage-entry.ts'

/** What a handler is run with: in a call, in the catalogue, or after a crash. */
export interface HandlerRun {
  readonly runtime: EndpointRuntime
  /** Null in production. */
  readonly branch: SandboxBranch | null
  readonly call: Call
  /** Null where nobody calls: in the catalogue, and after a crash. */
  readonly caller: Caller | null
  readonly request: Readonly<Record<string, unknown>>
  /** Of writes already sent: a handler that runs again does not send them again. */
  readonly sent: SentWrites
  /** Commits the mark of a write before any byte of it leaves. False: fenced off, the call has another owner. */
  markDispatch(operation: string, provider: string): Promise<boolean>
}

/** A call whose funds are held: from a request, or taken over after a crash. */
export interface AdmittedCall extends HandlerRun {
  readonly keyId: string
  /** Fencing token of its hold; null where nothing is claimed. */
  readonly epoch: number | null
  readonly price: Money
  /** What the wallet has with this price taken off. */
  readonly available: Money
  /** What is counted with its charge. */
  readonly volume: Quote['volume']
  elapsedMs(): number
  usage(ending: CallEnding): UsageEntry
}

/** A body as bytes: what is stored, sent and replayed. */
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
  /** Whether it was worth its price, be it money or a unit of a plan. */
  readonly billable: boolean
  readonly fault: CallFault | null
  /** What the handler sends besides. */
  readonly headers: Readonly<Record<string, string>>
  /** What is written in the commit that settles it. */
  readonly writes: StagedWrites
}
