import type { Call, Caller, ConsentEntry, Quote } from '@parakh/core'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import type { IncomingCall } from './incoming-call.ts'

/** A call from the moment it arrived. */
export interface Arrival {
  readonly incoming: IncomingCall
  readonly runtime: EndpointRuntime
  /** Our own name for it. */
  readonly reference: string
  /** The caller's, or one made here where it is absent or malformed. */
  readonly requestId: string
  readonly startedMs: number
  readonly at: Date
  /** Set for calls without HTTP whose key the embedder vouches for. */
  readonly vouchedKeyId: string | null
}

/** A call whose caller is known: after identify. */
export interface IdentifiedCall {
  readonly arrival: Arrival
  readonly caller: Caller
}

/** A request that met its schema. */
export interface ParsedRequest {
  readonly request: Readonly<Record<string, unknown>>
  /** The same as canonical JSON, made once. */
  readonly canonical: string
  /** X-Sandbox-Scenario, checked. */
  readonly scenario: string | undefined
  /** What the sandbox does with it; null in production. */
  readonly branch: SandboxBranch | null
}

/** A call whose request is valid: after parse. */
export interface ParsedCall extends IdentifiedCall {
  readonly parsed: ParsedRequest
}

/** A call whose price and consent are frozen: after quote. It asks to be admitted. */
export interface QuotedCall extends ParsedCall {
  readonly quote: Quote
  /** Null where none is needed. */
  readonly consent: ConsentEntry | null
}

/** The facts of a call that its handler is given. */
export const callOf = ({ arrival, caller, quote }: QuotedCall): Call => ({
  reference: arrival.reference,
  requestId: arrival.requestId,
  at: arrival.at,
  account: caller.account.id,
  environment: caller.environment,
  price: quote.price,
})
