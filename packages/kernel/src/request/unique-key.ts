import type { Endpoint, Environment } from '@parakh/core'
import { claimOf } from './request-id.ts'

/**
 * The unique key of a call, if the endpoint declares a unique field (decisions.md section 13). Sandbox catalogue values have none, so
 * that they can be repeated.
 *
 * @returns Undefined: no unique field, or it is absent.
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
