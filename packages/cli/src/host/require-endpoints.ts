import type { Host } from '@parakh/kernel'
import { cliErrors } from '../error-codes.ts'

/**
 * Makes sure that a host has these endpoints.
 *
 * @throws `ENDPOINT_UNKNOWN`, naming the unknown and the existing ones.
 */
export function requireEndpoints(host: Host, ids: readonly string[]): void {
  const known = host.endpoints.map(({ endpoint }) => endpoint.id)
  const unknown = ids.filter((id) => !known.includes(id))
  if (unknown.length > 0) {
    throw cliErrors.error('ENDPOINT_UNKNOWN', { names: unknown.join(', '), allowed: known.join(', ') })
  }
}
