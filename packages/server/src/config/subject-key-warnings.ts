import type { ConfigurationFault } from '@parakh/core'
import { serverErrors } from '../error-codes.ts'
import type { CheckedConfig } from './checked-config.ts'

/**
 * That people are looked up and there are no keys for their hashes alone. No fault: the peppers make them.
 *
 * @param given False: the section `secrets` is not there, which is said already.
 */
export function subjectKeyWarnings(
  { secrets, plugins }: Pick<CheckedConfig, 'secrets' | 'plugins'>,
  { given }: { readonly given: boolean },
): readonly ConfigurationFault[] {
  const asksAboutPeople = plugins.some(({ definition }) =>
    definition.endpoints.some(({ consent, subjects }) => consent !== undefined || subjects !== undefined),
  )
  if (!given || !asksAboutPeople || secrets.subjectKeys.length > 0) return []
  return [serverErrors.fault('SUBJECT_KEYS_ABSENT', 'secrets.subjectKeys', { such: '${PARAKH_SUBJECT_KEY}' })]
}
