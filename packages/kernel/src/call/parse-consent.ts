import type { ConsentEntry } from '@parakh/core'
import { isIdentityNumber } from '@parakh/core/formats'
import { refuse } from '../call-data/call-fault.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import type { CallParts } from '../runtime/call-parts.ts'

const ARTEFACT = /^[\x21-\x7e]{1,128}$/
/** References that the host itself writes; a caller may not send them. */
const OWN_ARTEFACT = /^(?:standing:.*|Y|sandbox)$/

/**
 * The consent of this call: `consent: "Y"` if the endpoint has that field; for other regulated calls in production X-Consent-Ref, or the
 * account's standing consent to the current notice if the policy accepts one (decisions.md section 11).
 */
export async function parseConsent(
  parts: CallParts,
  call: ParsedCall,
): Promise<Pick<ConsentEntry, 'notice' | 'artefact'>> {
  const { endpoint, plugin } = call.arrival.runtime
  const artefact = statedConsent(call) ?? (await standingConsent(parts, call))
  if (artefact === null && endpoint.consent?.regulated)
    throw refuse('CONSENT_REQUIRED', {
      message: 'The consent of the holder is required: send its reference in X-Consent-Ref',
    })
  return { notice: plugin.options.consent?.notice ?? '', artefact: artefact ?? '' }
}

/** What its request says. */
function statedConsent({ arrival, parsed }: ParsedCall): string | null {
  const consentRef = arrival.incoming.consentRef || null
  if (consentRef !== null && (!ARTEFACT.test(consentRef) || OWN_ARTEFACT.test(consentRef)))
    throw refuse('BAD_REQUEST', {
      message:
        'X-Consent-Ref must be the reference of your artefact: 1 to 128 printable ASCII characters without a space',
    })
  if (consentRef !== null && isIdentityNumber(consentRef))
    throw refuse('VALIDATION_FAILED', {
      fields: { 'X-Consent-Ref': ['must not be an Aadhaar number or a PAN: it is kept in clear'] },
    })
  return consentRef ?? (parsed.request['consent'] === 'Y' ? 'Y' : null)
}

/** The account's standing consent. The sandbox needs none, because its people are fictitious. */
async function standingConsent(parts: CallParts, { arrival, caller }: ParsedCall): Promise<string | null> {
  if (caller.environment === 'sandbox') return 'sandbox'
  const { plugin, endpoint } = arrival.runtime
  const policy = plugin.options.consent
  if (!policy?.standing || !endpoint.consent?.regulated) return null
  const declared = await parts.standingConsents.get({ accountId: caller.account.id, plugin: plugin.id })
  return declared?.notice === policy.notice ? `standing:${declared.reference}` : null
}
