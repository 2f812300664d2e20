import type { Clock, Logger, Plugin, Upstream } from '@parakh/core'
import type { TestHost, TestHostOptions } from '../host/create-test-host.ts'
import type { FakeUpstream } from '../upstream/fake-upstream.ts'

/** What an upstream under test is made from. */
export interface UpstreamParts {
  readonly clock: Clock
  readonly logger: Logger
  /** Quick repetitions, and a circuit that stays closed for as long as it can: every misbehaviour is to be met. */
  readonly settings: {
    readonly minBackoffMs: number
    readonly maxBackoffMs: number
    readonly circuitFailures: number
  }
}

/** A valid request of an endpoint. */
export type RequestFields = Readonly<Record<string, unknown>>

/** What a request may be prepared with. */
export interface Preparing {
  /** The host that is to be asked. */
  readonly test: TestHost
  /** Its upstream: what it answers to operations of other endpoints is set here. */
  readonly upstream: FakeUpstream
}

/** How a plugin is put before a hostile upstream. */
export interface HostileUpstreamOptions {
  /** Makes the upstream under test: `createUpstream` of `@parakh/upstream`. */
  readonly createUpstream: (parts: UpstreamParts) => Upstream & AsyncDisposable
  /** What the plugin needs of its host besides the defaults. */
  readonly host?: Omit<TestHostOptions, 'plugins' | 'settings' | 'compile' | 'clock'>
  /** Plugins whose calls it builds upon. */
  readonly beside?: readonly Plugin[]
  /** Valid requests by endpoint id, each made again for every call: for an endpoint that needs earlier calls. */
  readonly requests?: Readonly<Record<string, (given: Preparing) => Promise<RequestFields>>>
}

/** All attempts of one call, in milliseconds. */
export const DEADLINE_MS = 500
/** Where nothing hangs: no machine is so slow that it needs all of it. Milliseconds. */
export const PATIENT_DEADLINE_MS = 15_000
/** Within this a call must have ended and its hold be free: less than what the source itself is given, in milliseconds. */
export const END_WITHIN_MS = DEADLINE_MS + 10_000
