import type { CallErrorCode, Credentials } from '@parakh/core'
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
  readonly requestId?: string | undefined
  /** X-Sandbox-Scenario. */
  readonly scenario?: string | undefined
  /** X-Consent-Ref. */
  readonly consentRef?: string | undefined
  readonly ip: string
  /** Set if the request could not be parsed: it is refused with this error, after identify and permit. */
  readonly malformed?: { readonly code: CallErrorCode; readonly message?: string }
}
