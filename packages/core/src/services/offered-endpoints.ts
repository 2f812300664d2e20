import type { Endpoint } from '../endpoint.ts'
import { token } from '../token.ts'

/** The endpoints of a host, of all its plugins. */
export const OfferedEndpoints = token<readonly Endpoint[]>('core.endpoints')
