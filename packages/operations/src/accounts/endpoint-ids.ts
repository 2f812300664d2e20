import { type Endpoint, invalidInput } from '@parakh/core'
import * as z from 'zod'

/** Ids of endpoints in an input. */
export const EndpointIds = z.array(z.string()).min(1).max(1_000)

/** @throws `VALIDATION_FAILED` where an id is none of the host's. */
export function requireOffered(offered: readonly Endpoint[], ids: readonly string[]): void {
  const known = new Set(offered.map(({ id }) => id))
  const unknown = ids.find((id) => !known.has(id))
  if (unknown === undefined) return
  const allowed = [...known].sort().join(', ')
  throw invalidInput({ endpoints: `has "${unknown}", which is no endpoint of this server. Allowed: ${allowed}` })
}
