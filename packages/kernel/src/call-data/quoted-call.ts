import type { Call, Caller, ConsentEntry, Quote } from '@parakh/core'
import type { RequestIds } from '../request/request-id.ts'
import type { EndpointRuntime } from '../runtime/endpoint-runtime.ts'
import type { SandboxBranch } from '../sandbox/branch.ts'
import type { IncomingCall } from './incoming-call.ts'

/** A call on arrival. */
export interface Arrival extends RequestIds {
  readonly incoming: IncomingCall
  readonly runtime: EndpointRuntime
  /** The call's reference. */
  readonly reference: string
  readonly startedMs: number
  readonly at: Date
  /** Set for calls without HTTP, whose caller the embedder has authenticated. */
  readonly vouchedKeyId: string | null
}

/** A call after identify. */
export interface IdentifiedCall {
  readonly arrival: Arrival
  readonly caller: Caller
}

/** A parsed request. */
export interface ParsedRequest {
  readonly request: Readonly<Record<string, unknown>>
  /** The request as canonical JSON. */
  readonly canonical: string
  /** X-Sandbox-Scenario, checked. */
  readonly scenario: string | undefined
  /** The sandbox branch; null in production. */
  readonly branch: SandboxBranch | null
}

/** A call after parse. */
export interface ParsedCall extends IdentifiedCall {
  readonly parsed: ParsedRequest
}

/** A call after quote, with price and subjects. */
export interface QuotedCall extends ParsedCall {
  readonly quote: Quote
  /** Milliseconds that the quote was waited for. */
  readonly waitedMs: number
  /** Whom it is about. */
  readonly consents: readonly ConsentEntry[]
}

/** The call as its handler sees it. */
export const callOf = ({ arrival, caller, quote }: QuotedCall): Call => ({
  reference: arrival.reference,
  requestId: arrival.requestId,
  at: arrival.at,
  account: caller.account.id,
  environment: caller.environment,
  price: quote.price,
})
