import { type AuthPolicy, type Endpoint, type Envelope, keys, type LegacyOptions, legacy, modern } from '@parakh/core'
import type { CallSettings } from '../runtime/call-settings.ts'

const isLegacy = (envelope: Envelope): envelope is Envelope & { readonly legacyOptions: LegacyOptions } =>
  envelope.name === 'legacy' && 'legacyOptions' in envelope

/** Legacy envelopes answer upstream failures as the configuration says (decisions.md section 3). */
function configured(envelope: Envelope, { legacyUpstreamStatus: upstreamStatus }: CallSettings): Envelope {
  if (!isLegacy(envelope) || (envelope.legacyOptions.upstreamStatus ?? 400) === upstreamStatus) return envelope
  return { ...envelope, ...legacy({ ...envelope.legacyOptions, upstreamStatus }), auth: envelope.auth }
}

/** The host's envelope: the one that was chosen. */
export const hostEnvelope = (chosen: ReadonlyMap<string, Envelope>, settings: CallSettings): Envelope =>
  configured([...chosen.values()][0] ?? modern, settings)

/**
 * The envelope of an endpoint: its own, or the host's. Whoever wrote an endpoint for the host's envelope knows none of its fields: where data
 * spread beside them would hide one, they are nested.
 */
export function envelopeOf(
  endpoint: Endpoint,
  host: { readonly envelope: Envelope; readonly settings: CallSettings },
): Envelope {
  if (endpoint.envelope !== 'host') return configured(endpoint.envelope, host.settings)
  return spreadProblems(endpoint, host.envelope).length > 0 ? { ...host.envelope, data: 'nested' } : host.envelope
}

/** Who may call an endpoint. The host's envelope says how answers look, never who gets them. */
export const authOf = ({ auth, envelope }: Endpoint): AuthPolicy => auth ?? (envelope === 'host' ? keys : envelope.auth)

/** What an endpoint's data would hide, where an envelope spreads them beside its own fields. */
export function spreadProblems({ data }: Endpoint, envelope: Envelope): readonly string[] {
  if (envelope.data !== 'spread') return []
  const own = Object.keys(envelope.success.shape).filter((name) => !envelope.replaceable.includes(name))
  const taken = Object.keys(data.shape).filter((name) => own.includes(name))
  if (taken.length === 0) return []
  return [`the envelope ${envelope.name} has its own ${taken.join(', ')}: name the data's otherwise`]
}
