import { type Endpoint, type Envelope, type Envelopes, type LegacyOptions, legacy, modern } from '@parakh/core'

const isLegacy = (envelope: Envelope): envelope is Envelope & { readonly legacyOptions: LegacyOptions } =>
  envelope.name === 'legacy' && 'legacyOptions' in envelope

/**
 * Each endpoint's own envelope; legacy ones answer upstream failures as the configuration says (decisions.md section 3).
 *
 * @param upstreamStatus HTTP status of an upstream failure in the legacy envelope.
 */
export function endpointEnvelopes(upstreamStatus: 400 | 503): Envelopes {
  const made = new WeakMap<Envelope, Envelope>()
  const of = ({ envelope }: Pick<Endpoint, 'envelope'>): Envelope => {
    if (!isLegacy(envelope) || (envelope.legacyOptions.upstreamStatus ?? 400) === upstreamStatus) return envelope
    const known = made.get(envelope)
    if (known) return known
    const changed = { ...envelope, ...legacy({ ...envelope.legacyOptions, upstreamStatus }), auth: envelope.auth }
    made.set(envelope, changed)
    return changed
  }
  return { of, fallback: modern }
}
