import type { ProviderOperation } from '../provider.ts'
import { token } from '../token.ts'
import type { HttpReply, UpstreamHealth } from './upstream.ts'
import type { UpstreamFailure } from './upstream-failure.ts'

/** An operation that a source serves. */
export interface SourceOperation {
  readonly name: string
  readonly contract: ProviderOperation
  /** The ids of the endpoints whose calls may ask it. */
  readonly endpoints: readonly string[]
  /** Whether one of them is a regulated lookup: only authorised sources are asked then. */
  readonly regulated: boolean
}
/** A live provider of the configuration. */
export interface LiveSource {
  /** `pan/http#0` */
  readonly id: string
  /** The id of its plugin. */
  readonly plugin: string
  /** Its place in the failover order of its plugin, from 1. */
  readonly position: number
  /** The name under `live.provider`. */
  readonly provider: string
  /** Described in the configuration; answered from what this process has; a provider in code. */
  readonly kind: 'http' | 'bundled' | 'code'
  /** Marked `authorised: true`. */
  readonly authorised: boolean
  /** The last day of its plugin's licence; null: it has none. */
  readonly licensedUntil: string | null
  /** The last day of its client certificate; null: it has none. */
  readonly certifiedUntil: string | null
  readonly operations: readonly SourceOperation[]
  readonly health: UpstreamHealth
}
/** A reply of an HTTP source, and what its request had as its reference. */
export interface RecordedReply extends HttpReply {
  readonly reference: string
}
/** One request to one source, outside any call. */
export interface AskedTest {
  readonly plugin: string
  readonly operation: string
  /** A place in the failover order, from 1; null: the first that serves the operation. */
  readonly position: number | null
  readonly input: unknown
  /** Read in place of what the source would reply: nothing is sent. Null: the request is sent. */
  readonly reply: RecordedReply | null
  /** A write has an effect at its source: it is sent only where this is true. */
  readonly sendWrite: boolean
}
/** How a test ended. */
export interface SourceTest {
  readonly outcome: 'answer' | 'none' | 'failed'
  readonly durationMs: number
  /** The record of an answer, its identity numbers masked; else null. */
  readonly record: Readonly<Record<string, unknown>> | null
  /** Why it failed, without a value; else null. */
  readonly trouble: {
    readonly failure: UpstreamFailure
    readonly field: string | null
    readonly reason: string | null
  } | null
  /** As it came, identity numbers included; null: none came, or the source is not reached by HTTP. */
  readonly reply: RecordedReply | null
}
/** The live providers of a host. */
export interface LiveSources {
  /** When this process began to count. */
  readonly since: Date
  /** In the order of the configuration. */
  list(): readonly LiveSource[]
  /** Why an endpoint does not answer in production now: no source serves it, or what a regulated one needs is missing. Null: it does. */
  lockedInProduction(endpoint: string): string | null
  /**
   * Checks a test before it is made. It belongs to no call: nothing is charged, logged as usage or booked as a cost, it is not repeated, and no
   * circuit counts it or stops it.
   *
   * @throws `VALIDATION_FAILED` with each wrong field of `AskedTest`; `FORBIDDEN`: a regulated lookup at a source that may not serve it today.
   */
  prepareTest(asked: AskedTest): PreparedTest
}
/** A test that was checked. */
export interface PreparedTest {
  /** The id of the source. */
  readonly source: string
  /** Sends the request, unless a reply was given. Never throws for trouble of the source. */
  run(): Promise<SourceTest>
}
/** The live providers of a server. */
export const LiveSources = token<LiveSources>('core.live-sources')
