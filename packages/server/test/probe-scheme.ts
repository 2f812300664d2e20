import { type AuthRequest, type AuthScheme, AuthSchemes, definePlugin, hostFact } from '@parakh/core'
import * as z from 'zod'

/** What the application of a test says of its requests. */
export const WhoFact = hostFact<string>('test.who')

/** A scheme that notes what it sees of each call, and lets everybody in who has the header `X-Probe`. */
export function probe(reads: AuthScheme['reads']) {
  const owner = { accountId: '' }
  const seen: { target: string; method: string; body: string | null; tls: AuthRequest['tls']; who: string | null }[] =
    []
  const driver = AuthSchemes.driver({
    id: 'probe',
    options: z.object({}),
    needs: {},
    make: () => ({
      proves: 'external',
      reads,
      refusal: 'INVALID_SIGNATURE',
      describes: () => ({
        Probe: { type: 'apiKey', in: 'header', name: 'X-Probe' },
        Certificate: { type: 'mutualTLS' },
      }),
      claims: (request) => request.header('X-Probe') !== null || request.fact(WhoFact) !== null,
      identify(request) {
        const { target, method } = request
        const body = reads.includes('body') ? Buffer.from(request.body()).toString() : null
        const tls = reads.includes('tls') ? request.tls : null
        seen.push({ target, method, body, tls, who: request.fact(WhoFact) })
        return { kind: 'external', ...owner, subject: 'probe', environment: 'sandbox', version: 1 }
      },
    }),
  })
  const plugin = definePlugin({ id: 'probes', contract: 1, contributes: [driver] })()
  return { owner, seen, plugin, auth: { key: { use: 'key' }, bearer: { use: 'bearer' }, probe: { use: 'probe' } } }
}
