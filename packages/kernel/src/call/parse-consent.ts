import type { ConsentEntry } from '@parakh/core'
import { isIdentityNumber } from '@parakh/core/formats'
import { refuse } from '../call-data/call-fault.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import type { ConsentPolicy } from '../consent/consent-policy.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { verifyConsent } from './verify-consent.ts'

const ARTEFACT = /^[\x21-\x7e]{1,128}$/
/** References that the host itself writes; a caller may not send them. */
const OWN_ARTEFACT = /^(?:standing:.*|Y|sandbox)$/

/**
 * The consent of this call: X-Consent-Ref, which the plugin's policy checks; `consent: "Y"` if the endpoint has that field and the policy asks
 * for no reference; for other regulated calls in production the account's standing consent to the current notice if the policy accepts one
 * (decisions.md section 11). The sandbox checks the form of a reference, and needs none, because its people are fictitious.
 */
export async function parseConsent(parts: CallParts, call: ParsedCall): Promise<GivenWith> {
  const { endpoint, plugin } = call.arrival.runtime
  const policy = plugin.options.consent
  const stated = statedReference(call, policy)
  if (call.caller.environment === 'production' && policy) requirePurpose(call, policy)
  const given =
    (await statedConsent(parts, call, { policy, artefact: stated })) ??
    statedInRequest(call, policy) ??
    (await standingConsent(parts, call, policy))
  if (given === null && endpoint.consent?.regulated)
    throw refuse('CONSENT_REQUIRED', {
      message: 'The consent of the holder is required: send its reference in X-Consent-Ref',
    })
  return { notice: policy?.notice ?? '', ...(given ?? { artefact: '', expiresAt: null }) }
}

/** How a consent was given, and when it ends. */
type Given = Pick<ConsentEntry, 'artefact'> & { readonly expiresAt: number | null }
/** The same, with the notice that it was given under. */
type GivenWith = Given & Pick<ConsentEntry, 'notice'>

async function statedConsent(
  parts: CallParts,
  call: ParsedCall,
  { policy, artefact }: { readonly policy: Policy; readonly artefact: string | null },
): Promise<Given | null> {
  if (artefact === null) return null
  const isChecked = call.caller.environment === 'production'
  const end = isChecked ? await verifyConsent(parts, call, { verifier: policy?.verifier ?? null, artefact }) : null
  return { artefact, expiresAt: end?.getTime() ?? null }
}

type Policy = ConsentPolicy | null

/** X-Consent-Ref, of a form that may be kept in clear and that the policy allows. */
function statedReference({ arrival }: ParsedCall, policy: Policy): string | null {
  const consentRef = arrival.incoming.consentRef || null
  if (consentRef === null) return null
  if (!ARTEFACT.test(consentRef) || OWN_ARTEFACT.test(consentRef))
    throw refuse('BAD_REQUEST', {
      message:
        'X-Consent-Ref must be the reference of your artefact: 1 to 128 printable ASCII characters without a space',
    })
  if (isIdentityNumber(consentRef))
    throw refuse('VALIDATION_FAILED', {
      fields: { 'X-Consent-Ref': ['must not be an Aadhaar number or a PAN: it is kept in clear'] },
    })
  const pattern = policy?.pattern ?? null
  if (pattern && !pattern.whole.test(consentRef))
    throw refuse('CONSENT_INVALID', {
      message: `X-Consent-Ref is not a reference of the form that is asked for here. Allowed: ${pattern.text}`,
    })
  return consentRef
}

/** `consent: "Y"`. It names no consent that a policy could check: a regulated call does not pass such a policy by it. */
function statedInRequest({ arrival, caller, parsed }: ParsedCall, policy: Policy): Given | null {
  if (parsed.request['consent'] !== 'Y') return null
  const asksReference = policy !== null && (policy.pattern !== null || policy.verifier !== null)
  const { regulated } = arrival.runtime.endpoint.consent ?? {}
  return asksReference && regulated && caller.environment === 'production' ? null : { artefact: 'Y', expiresAt: null }
}

function requirePurpose({ arrival }: ParsedCall, { purposes }: ConsentPolicy): void {
  const purpose = arrival.runtime.endpoint.consent?.purpose ?? ''
  if (purposes && !purposes.includes(purpose))
    throw refuse('CONSENT_INVALID', {
      message: `Lookups for the purpose ${purpose} are not allowed here. Allowed: ${purposes.join(', ')}`,
    })
}

/** The account's standing consent, while it holds. */
async function standingConsent(
  parts: CallParts,
  { arrival, caller }: ParsedCall,
  policy: Policy,
): Promise<Given | null> {
  if (caller.environment === 'sandbox') return { artefact: 'sandbox', expiresAt: null }
  const { plugin, endpoint } = arrival.runtime
  if (!policy?.standing || !endpoint.consent?.regulated) return null
  const declared = await parts.standingConsents.get({ accountId: caller.account.id, plugin: plugin.id })
  if (declared?.notice !== policy.notice) return null
  const { reference, expiresAt } = declared
  const hasEnded = expiresAt !== null && expiresAt <= parts.clock.now()
  return hasEnded ? null : { artefact: `standing:${reference}`, expiresAt: expiresAt?.getTime() ?? null }
}
