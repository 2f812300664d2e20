import type { ConfigurationFault } from '../errors.ts'
import type { ParsedHttpSource } from '../http-source.ts'
import type { AnyCodeProvider, AnyImplementation, Provider } from '../provider.ts'
import { token } from '../token.ts'

/** A described source, compiled. */
export interface CompiledHttpSource {
  readonly implementation: AnyImplementation
  readonly callback?: NonNullable<AnyCodeProvider['callback']>
}
/** What is asked, as far as it matters to whom answers it badly. */
export interface UpstreamQuestion {
  /** Of the call. */
  readonly reference: string
  /** Whose call it is. */
  readonly account: string
  /** The same for equal inputs, and nothing can be read from it. Made when it is asked for. */
  inputHash(): string
}
/** Whom an attempt goes to. */
export interface UpstreamTarget {
  /** `pan/http#0`: one circuit breaker each. */
  readonly provider: string
  readonly operation: string
  readonly effect: 'read' | 'write'
  readonly question: UpstreamQuestion
}
/** How well a provider does. */
export interface UpstreamHealth {
  readonly provider: string
  readonly circuit: 'closed' | 'open' | 'half-open'
  /** Attempts that ended in trouble of the provider. */
  readonly failures: number
  readonly successes: number
  /** Of the failures: answers that could not be used. */
  readonly unusable: number
  /** Of the failures: our own credentials, permission or credit were refused. */
  readonly denied: number
}
/** Reaches upstreams: mapping, retries under one deadline, circuit breakers. */
export interface Upstream {
  /** Compiles a described source, or says everything that is wrong with it. @param path Where it stands in the configuration. */
  compile(
    contract: Provider,
    source: ParsedHttpSource,
    path: string,
  ): CompiledHttpSource | readonly ConfigurationFault[]
  /**
   * Runs an attempt, again on trouble where that is allowed (reads; writes of which no byte left), until the signal aborts. The attempt
   * checks what came: an answer that cannot be used is thrown as `unprocessable`, and is a failure of the provider.
   *
   * @throws UpstreamError: the last trouble, or `unavailable` at the deadline or while the circuit is open.
   */
  ask<T>(target: UpstreamTarget, signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** Of every provider asked so far. */
  health(): readonly UpstreamHealth[]
}
/** The upstream of a server. */
export const Upstream = token<Upstream>('core.upstream')
