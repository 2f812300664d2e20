import type { Endpoint } from '../endpoint.ts'
import type { Envelope } from '../envelope.ts'
import { token } from '../token.ts'

/** Which envelope an answer wears. */
export interface Envelopes {
  /** Of an endpoint: its own, unless the host says otherwise. */
  of(endpoint: Endpoint): Envelope
  /** Where no endpoint is known: unknown routes. */
  readonly fallback: Envelope
}
/** The envelopes of a server. */
export const Envelopes = token<Envelopes>('core.envelopes')
