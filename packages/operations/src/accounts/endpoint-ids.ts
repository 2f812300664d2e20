import { type Endpoint, invalidInput } from '@parakh/core'
import * as z from 'zod'

/** Ids of endpoints in an input. */
export const EndpointIds = z.array(z.string()).min(1).max(1_000)

/** The ids of endpoints that an account may have or not, sorted: everybody may call the free ones. */
export const paidIds = (offered: readonly Endpoint[]): readonly string[] =>
  offered
    .filter(({ replay }) => replay !== false)
    .map(({ id }) => id)
    .sort()

/** @throws `VALIDATION_FAILED` where an id is none of the host's. */
export function requireOffered(offered: readonly Endpoint[], ids: readonly string[]): void {
  const allowed = offered.map(({ id }) => id).sort()
  const unknown = ids.find((id) => !allowed.includes(id))
  if (unknown !== undefined) throw refusal(unknown, 'which is no endpoint of this server', allowed)
}

/** The same for those that an account may have or not. @throws `VALIDATION_FAILED` */
export function requirePaid(offered: readonly Endpoint[], ids: readonly string[]): void {
  const allowed = paidIds(offered)
  const other = ids.find((id) => !allowed.includes(id))
  if (other === undefined) return
  const isFree = offered.some(({ id }) => id === other)
  const what = isFree ? 'which is free: every account may call it' : 'which is no endpoint of this server'
  throw refusal(other, what, allowed)
}

const refusal = (id: string, what: string, allowed: readonly string[]): Error =>
  invalidInput({ endpoints: `has "${id}", ${what}. Allowed: ${allowed.join(', ')}` })
