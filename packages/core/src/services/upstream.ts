import type { ConfigurationFault } from '../errors.ts'
import type { ParsedHttpSource } from '../http-source.ts'
import type { UpstreamError } from '../outcome.ts'
import type { AnyCodeProvider, AnyImplementation, Attempt, Provider } from '../provider.ts'
import { token } from '../token.ts'
import type { UpstreamFailure } from './upstream-failure.ts'

/** A reply of an HTTP source. */
export interface HttpReply {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}
/** The two halves of an operation at an HTTP source, for tests of its mapping. */
export interface HttpExchange {
  /** Sends the request and reads the reply, whatever its status. @throws UpstreamError: no reply came that can be read. */
  send(input: unknown, attempt: Attempt): Promise<HttpReply>
  /**
   * Reads a reply as a call does, without network: the raw record, or null for a definite no.
   *
   * @param reference What the request had as its reference.
   * @throws UpstreamError
   */
  read(reply: HttpReply, input: unknown, reference: string): Promise<unknown>
}
/** A compiled HTTP source. */
export interface CompiledHttpSource {
  readonly implementation: AnyImplementation
  /** By operation. */
  readonly exchanges: Readonly<Record<string, HttpExchange>>
  readonly callback?: NonNullable<AnyCodeProvider['callback']>
  /** The last day of its client certificate, in India, `YYYY-MM-DD`; absent: it has none. */
  readonly certifiedUntil?: string
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
/** The last trouble with a provider: never an input, an identity or a message. */
export interface LastTrouble {
  readonly at: Date
  readonly operation: string
  readonly failure: UpstreamFailure
  /** The field of an unusable answer, by the names of the contract; null: it is not about one. */
  readonly field: string | null
  /** What is wrong in one word: `missing`, `http_503`; null: a provider in code did not say. */
  readonly reason: string | null
}
/** The health of a provider, as this process sees it since its start. */
export interface UpstreamHealth {
  readonly provider: string
  readonly circuit: 'closed' | 'open' | 'half-open'
  readonly successes: number
  /** Attempts that failed because of the provider. */
  readonly failures: Readonly<Record<UpstreamFailure, number>>
  /** Null: none so far. */
  readonly lastTrouble: LastTrouble | null
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
  /** Counts trouble that came without an attempt, such as a callback about another person. It never opens a circuit. */
  report?(target: Pick<UpstreamTarget, 'provider' | 'operation'>, trouble: UpstreamError): void
  /** The health of every provider that was asked so far. */
  health(): readonly UpstreamHealth[]
}
/** The upstream of a server. */
export const Upstream = token<Upstream>('core.upstream')
