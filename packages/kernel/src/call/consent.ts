import { type Caller, type ConsentEntry, Identifier } from '@parakh/core'
import type { Arrival } from './arrival.ts'
import type { Parsed } from './parse.ts'
import type { CallParts } from './parts.ts'
import { refuse } from './refusal.ts'

/**
 * The consent to be written with this call: `consent: "Y"` where the endpoint has it; for other regulated calls, in production,
 * X-Consent-Ref or a standing declaration (decisions.md section 11). Null where none is needed.
 */
export function consentOf(
  parts: CallParts,
  given: { arrival: Arrival; caller: Caller; parsed: Parsed },
): ConsentEntry | null {
  const { arrival, caller, parsed } = given
  const { endpoint, plugin } = arrival.runtime
  const { consent } = endpoint
  if (!consent) return null
  const policy = plugin.options.consent
  const stated = parsed.request['consent'] === 'Y' ? 'Y' : null
  const standing = policy?.standing ? 'standing declaration' : null
  const artefact =
    (arrival.incoming.consentRef || null) ?? stated ?? standing ?? (caller.environment === 'sandbox' ? 'sandbox' : null)
  if (artefact === null && consent.regulated)
    throw refuse('CONSENT_REQUIRED', {
      message: 'The consent of the holder is required: send its reference in X-Consent-Ref',
    })
  const subject = consent.subject(parsed.request as never)
  return {
    subject: parts.secrets.hash(typeof subject === 'string' ? subject : Identifier.text(subject)),
    purpose: consent.purpose,
    notice: policy?.notice ?? '',
    artefact: artefact ?? '',
    ip: arrival.incoming.ip,
  }
}
