import type { CallErrorCode, Credentials, Provided, TlsPeer } from '@parakh/core'
import type { HostedEndpoint } from '../runtime/hosted-endpoint.ts'

/** A request as received. */
export interface IncomingCall {
  readonly hosted: HostedEndpoint
  /** The decoded path parameters. */
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** The JSON body; undefined: none. */
  readonly body: unknown
  /** The credentials of the headers. */
  readonly credentials: Credentials
  /** All headers, with lower-case names. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | undefined>> | undefined
  /** Path and query as they were sent. */
  readonly target?: string | undefined
  /** The bytes of the body, where the endpoint keeps them; undefined: there was none, or it could not be read. */
  readonly rawBody?: Uint8Array | undefined
  /** The client's certificate, where the endpoint keeps it. */
  readonly tls?: TlsPeer | null | undefined
  /** What the embedding application says of the request: asked where a scheme wants to know. */
  readonly facts?: (() => readonly Provided[]) | undefined
  /** X-Request-Id as sent. */
  readonly requestId?: string | undefined
  /** Idempotency-Key as sent, quoted or bare. */
  readonly idempotencyKey?: string | undefined
  /** X-Sandbox-Scenario. */
  readonly scenario?: string | undefined
  /** X-Consent-Ref. */
  readonly consentRef?: string | undefined
  readonly ip: string
  /** Set if the request could not be parsed: it is refused with this error, after identify and permit. */
  readonly malformed?: { readonly code: CallErrorCode; readonly message?: string }
}
