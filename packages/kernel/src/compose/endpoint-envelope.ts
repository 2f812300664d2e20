import {
  type AuthPolicy,
  type ConfigurationFault,
  type Endpoint,
  type Envelope,
  keys,
  type LegacyOptions,
  legacy,
  modern,
} from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { CallSettings } from '../runtime/call-settings.ts'
import type { SoundPlugin } from './placed-part.ts'

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

/** The envelope of an endpoint: its own, or the host's. */
export const envelopeOf = (
  { envelope }: Endpoint,
  host: { readonly envelope: Envelope; readonly settings: CallSettings },
): Envelope => (envelope === 'host' ? host.envelope : configured(envelope, host.settings))

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

/** The same of endpoints that leave the envelope to the host: known once that is made. */
export const spreadFaults = (plugins: readonly SoundPlugin[], envelope: Envelope): readonly ConfigurationFault[] =>
  plugins.flatMap(({ plugin, path }) =>
    plugin.definition.endpoints
      .filter((endpoint) => endpoint.envelope === 'host')
      .flatMap((endpoint) => spreadProblems(endpoint, envelope).map((detail) => ({ id: endpoint.id, detail })))
      .map((facts) => kernelErrors.fault('ENDPOINT_INVALID', path, facts)),
  )
