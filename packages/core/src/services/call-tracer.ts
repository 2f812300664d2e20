import type { Environment } from '../outcome.ts'
import { token } from '../token.ts'

/** A call, as a tracer names it. */
export interface TracedCall {
  readonly endpoint: string
  readonly reference: string
}
/** How it ended. */
export interface TracedEnd {
  /** HTTP status. */
  readonly status: number
  readonly outcome: string
  readonly code: string | null
  /** Null: no key was known. */
  readonly environment: Environment | null
  readonly by: { readonly accountId: string } | null
}
/** The stages of a call that take time. What they ask of the database and of sources is within them. */
export type TracedStage = 'identify' | 'quote' | 'admit' | 'provide' | 'settle'

/**
 * Measures calls: a plugin makes it, and without one nothing is measured. It gets no input, no answer and no identity, and what it throws would
 * end the call.
 */
export interface CallTracer {
  /** Runs a call: all that its stages do belongs to it. `work` never throws. */
  call<R extends TracedEnd>(call: TracedCall, work: () => Promise<R>): Promise<R>
  /** Runs a stage of it, and throws what that throws. */
  stage<T>(name: TracedStage, work: () => Promise<T>): Promise<T>
}
/** The tracer of a server. Needed as `optional(CallTracer)`. */
export const CallTracer = token<CallTracer>('core.call-tracer')
