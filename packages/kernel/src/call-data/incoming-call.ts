import type { CallErrorCode, Credentials } from '@parakh/core'
import type { HostedEndpoint } from '../runtime/hosted-endpoint.ts'

/** A request, as it came. */
export interface IncomingCall {
  readonly hosted: HostedEndpoint
  /** From the path, already decoded. */
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  /** The JSON body; undefined where there was none. */
  readonly body: unknown
  /** Of the headers. */
  readonly credentials: Credentials
  readonly requestId?: string | undefined
  /** X-Sandbox-Scenario. */
  readonly scenario?: string | undefined
  /** X-Consent-Ref. */
  readonly consentRef?: string | undefined
  readonly ip: string
  /** Set where the request could not be read: it is refused with this, after identify and permit. */
  readonly malformed?: { readonly code: CallErrorCode; readonly message?: string }
}
