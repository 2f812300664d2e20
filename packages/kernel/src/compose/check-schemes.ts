import type { ConfigurationFault, Plugin } from '@parakh/core'
import { acceptedOf } from '../auth/scheme-in-force.ts'
import { kernelErrors } from '../error-codes.ts'
import { authOf } from './endpoint-envelope.ts'

/**
 * Endpoints that nobody could call, because the configuration has none of the schemes that they accept.
 *
 * @param chosen The drivers of the configuration by the names of their instances.
 */
export function checkSchemes(
  plugins: readonly Plugin[],
  chosen: ReadonlyMap<string, { readonly driver: string }>,
): readonly ConfigurationFault[] {
  const schemes = [...chosen.values()]
  const lacking = new Map<string, string[]>()
  for (const { definition } of plugins)
    for (const endpoint of definition.endpoints) {
      const { accepts } = authOf(endpoint)
      if (accepts.length === 0 || acceptedOf(schemes, { accepts }).length > 0) continue
      const asked = accepts === 'any' ? 'any scheme' : accepts.join(' or ')
      lacking.set(asked, [...(lacking.get(asked) ?? []), endpoint.id])
    }
  return [...lacking].map(([accepts, ids]) =>
    kernelErrors.fault('AUTH_SCHEME_MISSING', 'auth', { ids: ids.join(', '), accepts }),
  )
}
