import { Identifier } from '@parakh/core'
import { refuse } from '../call-data/call-fault.ts'
import type { ParsedCall } from '../call-data/quoted-call.ts'
import { askVerifier } from '../consent/ask-verifier.ts'
import type { CallParts } from '../runtime/call-parts.ts'

/** A reference that a production call states. */
interface StatedReference {
  /** The name of the verifier of the policy; null: it has none. */
  readonly verifier: string | null
  readonly artefact: string
}

/**
 * Refuses a reference that was withdrawn, and asks the verifier of the policy, if it names one.
 *
 * @returns When the consent ends, if the verifier says so.
 * @throws CallRefusal `CONSENT_INVALID`; `SERVICE_UNAVAILABLE` where the verifier cannot be asked, because such a call is never let through.
 */
export async function verifyConsent(
  parts: CallParts,
  call: ParsedCall,
  { verifier: name, artefact }: StatedReference,
): Promise<Date | null> {
  if (await parts.withdrawnConsents.get(call.caller.account.id, artefact))
    throw refuse('CONSENT_INVALID', {
      message: 'The consent was withdrawn: get a new one, and send its reference in X-Consent-Ref',
    })
  if (name === null) return null
  const verifier = parts.consentVerifiers.get(name)
  const consent = { ...claimOf(parts, call), artefact, at: parts.clock.now() }
  const verdict = verifier ? await askVerifier(verifier, { consent, name, logger: parts.logger }) : null
  if (verdict?.kind === 'valid') return verdict.expiresAt ?? null
  if (verdict?.kind === 'expired')
    throw refuse('CONSENT_INVALID', {
      message: 'The consent has expired: get a new one, and send its reference in X-Consent-Ref',
    })
  if (verdict?.kind === 'invalid')
    throw refuse('CONSENT_INVALID', {
      message: `The consent is not valid for this call (${verdict.reason}): get a valid one, and send its reference in X-Consent-Ref`,
    })
  throw refuse('SERVICE_UNAVAILABLE', {
    message: 'The consent cannot be checked at the moment, and nothing was charged: try again later',
    retryAfter: 1,
  })
}

function claimOf({ subjects }: CallParts, { arrival, caller, parsed }: ParsedCall) {
  const { id, consent } = arrival.runtime.endpoint
  const subject = consent?.subject(parsed.request as never) ?? ''
  return {
    ...{ accountId: caller.account.id, environment: caller.environment },
    ...{ plugin: arrival.runtime.plugin.id, endpoint: id, purpose: consent?.purpose ?? id },
    subject: subjects.hash(typeof subject === 'string' ? subject : Identifier.text(subject)).subject,
  }
}
