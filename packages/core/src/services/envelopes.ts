import type { Envelope } from '../envelope.ts'
import { chosenPoint } from '../extension-point.ts'

/**
 * The envelope of a server, chosen in the section `envelope` of the configuration: of endpoints that leave it to the host
 * (`envelope: 'host'`), of unknown routes, and of requests that are refused before an endpoint is known. Without the section: `modern`.
 *
 * @example
 * const plainEnvelope = Envelopes.driver({ id: 'plain', options: z.object({}), needs: {}, make: () => plain })
 */
export const Envelopes = chosenPoint<Envelope>('core.envelopes')({
  version: 1,
  sectionKey: 'envelope',
  count: 'one',
  fallback: { envelope: 'modern' },
})
