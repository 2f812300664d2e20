import { chosenPoint } from '../extension-point.ts'
import type { Environment } from '../outcome.ts'

/** The consent that a call states in X-Consent-Ref, and what the call is for. The person stands as a keyed hash, never in clear. */
export interface StatedConsent {
  readonly accountId: string
  readonly environment: Environment
  readonly plugin: string
  readonly endpoint: string
  readonly purpose: string
  /** The keyed hash of the person whom the endpoint asks about: the one that is kept in the index of people. */
  readonly subject: string
  /** X-Consent-Ref: 1 to 128 printable ASCII characters. */
  readonly artefact: string
  readonly at: Date
}
/** What became of a consent. `reason` is shown to the caller: 1 to 40 of a-z, 0-9, _ and -. */
export type ConsentVerdict =
  | {
      readonly kind: 'valid'
      /** When it ends, if that is known: kept with the call, and shown with it. */
      readonly expiresAt?: Date
    }
  | { readonly kind: 'expired' }
  | { readonly kind: 'invalid'; readonly reason: string }
/**
 * Says whether a stated consent holds, such as a client of a consent manager. Asked before anything is charged, for production calls that state
 * a consent, also when one is repeated. What throws, answers anything else or outlasts the signal refuses the call.
 */
export interface ConsentVerifier {
  /** @param signal Aborted after 3 seconds. */
  verify(consent: StatedConsent, signal: AbortSignal): ConsentVerdict | Promise<ConsentVerdict>
}
/**
 * The consent verifiers of a server, chosen in the section `consentVerifiers` of the configuration; `consent.verifier` of a plugin names the one
 * that its calls ask. Without the section there are none.
 *
 * @example
 * const acmeConsents = ConsentVerifiers.driver({
 *   id: 'acme-consents', options: z.object({ url: z.url() }), needs: {},
 *   make: ({ options }) => ({ verify: ({ artefact, subject }, signal) => ask(options.url, { artefact, subject }, signal) }),
 * })
 */
export const ConsentVerifiers = chosenPoint<ConsentVerifier>('core.consent-verifiers')({
  version: 1,
  sectionKey: 'consentVerifiers',
  count: 'many',
})
