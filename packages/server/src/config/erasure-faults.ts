import type { ConfigurationFault } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import type { CheckedConfig } from './checked-config.ts'
import { joinPath } from './schema-faults.ts'

/** Faults: names under `retention.erasure.keepDays` that are of no call. What law asks to keep would be erased for a mistyped letter. */
export function erasureFaults({
  retention: { erasure },
  plugins,
}: Pick<CheckedConfig, 'plugins' | 'retention'>): readonly ConfigurationFault[] {
  const known = plugins.flatMap(({ definition }) =>
    definition.endpoints.flatMap(({ id, consent, subjects }) => {
      if (consent) return [id, consent.purpose]
      return subjects ? [id] : []
    }),
  )
  return Object.keys(erasure?.keepDays ?? {})
    .filter((name) => !known.includes(name))
    .map((name) => {
      const path = joinPath('retention.erasure.keepDays', name)
      return serverErrors.fault('ERASURE_UNKNOWN_NAME', path, { name, allowed: [...new Set(known)].sort().join(', ') })
    })
}
