import type { Endpoint, Environment } from '@parakh/core'
import { claimOf } from './request-id.ts'

/**
 * What only one call of the account and environment may have, where the endpoint keeps a field unique (decisions.md section 13). In the
 * sandbox a value of the catalogue is everybody's to try as often as they like.
 *
 * @returns Undefined: nothing, or the field is not given.
 */
export function uniqueKeyOf(
  endpoint: Endpoint,
  environment: Environment,
  request: Readonly<Record<string, unknown>>,
): string | undefined {
  const { unique } = endpoint
  const value = unique && request[unique.field]
  if (typeof value !== 'string') return undefined
  const isOfCatalogue = ({ request: given }: { readonly request: unknown }): boolean =>
    typeof given === 'object' && given !== null && Reflect.get(given, unique?.field ?? '') === value
  if (environment === 'sandbox' && endpoint.fixtures.some(isOfCatalogue)) return undefined
  return `${endpoint.id}/${claimOf(value)}`
}
