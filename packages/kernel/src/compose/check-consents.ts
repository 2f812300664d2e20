import { type ConfigurationFault, didYouMean } from '@parakh/core'
import { kernelErrors } from '../error-codes.ts'
import type { CheckedOptions } from '../runtime/checked-options.ts'

interface PolicyAtPath {
  readonly path: string
  readonly options: Pick<CheckedOptions, 'consent'>
}

/** Consent policies that name a verifier which the configuration does not have. @param chosen Verifiers by their names. */
export function checkConsents(
  plugins: readonly PolicyAtPath[],
  chosen: ReadonlyMap<string, unknown>,
): readonly ConfigurationFault[] {
  const names = [...chosen.keys()]
  return plugins.flatMap(({ path, options: { consent } }) => {
    const name = consent?.verifier ?? null
    if (name === null || chosen.has(name)) return []
    const detail = `no verifier of consentVerifiers is called "${name}"${didYouMean(name, names)}. Allowed: ${names.join(', ') || 'none, as the section is empty'}`
    return kernelErrors.fault('PLUGIN_OPTIONS_INVALID', `${path}.consent.verifier`, { detail })
  })
}
