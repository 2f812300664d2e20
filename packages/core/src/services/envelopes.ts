import type { Endpoint } from '../endpoint.ts'
import type { Envelope } from '../envelope.ts'
import { token } from '../token.ts'

/** Selects the envelope of a response. */
export interface Envelopes {
  /** The envelope of an endpoint: its own, unless the host overrides it. */
  of(endpoint: Endpoint): Envelope
  /** The envelope of unknown routes. */
  readonly fallback: Envelope
}
/** The envelopes of a server. */
export const Envelopes = token<Envelopes>('core.envelopes')
