import type { Caller } from '@parakh/core'
import { isInRanges } from '../request/address-range.ts'
import type { Arrival } from './arrival.ts'
import { refuse } from './refusal.ts'

/** The second stage: may this key call this endpoint, from here, now (decisions.md sections 1 and 11)? Else 403. */
export function permit(arrival: Arrival, caller: Caller): void {
  const { hosted, ip } = arrival.incoming
  const { key, account } = caller
  if (account.status !== 'active') throw refuse('ACCOUNT_SUSPENDED')
  // A restricted key still gets its token and sees its balance: those sell nothing.
  const restricted = key.endpoints !== null && hosted.endpoint.replay !== false
  if (restricted && !key.endpoints?.includes(hosted.endpoint.id)) throw refuse('API_NOT_PERMITTED')
  if (key.ipRanges && caller.by !== 'host' && !isInRanges(ip, key.ipRanges))
    throw refuse('API_NOT_PERMITTED', { message: `This key is not permitted from the address ${ip}` })
  const activation = hosted.activation(caller.environment)
  if (!activation.active)
    throw refuse('MODULE_NOT_ACTIVATED', { message: `This module is not activated in ${caller.environment}` })
}
