import type { ConfigurationFault } from '../errors.ts'
import type { ParsedHttpSource } from '../http-source.ts'
import type { AnyCodeProvider, AnyImplementation, Provider } from '../provider.ts'
import { token } from '../token.ts'

/** A compiled HTTP source. */
export interface CompiledHttpSource {
  readonly implementation: AnyImplementation
  readonly callback?: NonNullable<AnyCodeProvider['callback']>
}
/** The context of a request, for the circuit breaker. */
export interface UpstreamQuestion {
  /** The call's reference. */
  readonly reference: string
  /** The account of the call. */
  readonly account: string
  /** A hash of the input, computed lazily: equal for equal inputs, and not reversible. */
  inputHash(): string
}
/** The provider of an attempt. */
export interface UpstreamTarget {
  /** `pan/http#0`: one circuit breaker each. */
  readonly provider: string
  readonly operation: string
  readonly effect: 'read' | 'write'
  readonly question: UpstreamQuestion
}
/** The health of a provider. */
export interface UpstreamHealth {
  readonly provider: string
  readonly circuit: 'closed' | 'open' | 'half-open'
  /** Attempts that failed because of the provider. */
  readonly failures: number
  readonly successes: number
  /** Failures with an unusable answer. */
  readonly unusable: number
  /** Failures because our credentials, permission or credit were refused. */
  readonly denied: number
}
/** Requests to sources: mapping, retries under one deadline, circuit breakers. */
export interface Upstream {
  /** Compiles an HTTP source, or returns all its faults. @param path Its path in the configuration. */
  compile(
    contract: Provider,
    source: ParsedHttpSource,
    path: string,
  ): CompiledHttpSource | readonly ConfigurationFault[]
  /**
   * Runs an attempt and retries it if that is safe (reads, and writes of which no byte was sent), until the signal aborts. The attempt
   * throws `unprocessable` for an unusable answer, which counts as a failure of the provider.
   *
   * @throws UpstreamError: the last trouble, or `unavailable` at the deadline or while the circuit is open.
   */
  ask<T>(target: UpstreamTarget, signal: AbortSignal, attempt: (signal: AbortSignal) => Promise<T>): Promise<T>
  /** The health of every provider that was asked so far. */
  health(): readonly UpstreamHealth[]
}
/** The upstream of a server. */
export const Upstream = token<Upstream>('core.upstream')
