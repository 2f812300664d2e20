import type { Caller } from '@parakh/core'
import { isInRanges } from '../request/address-range.ts'
import type { Arrival } from './arrival.ts'
import { refuse } from './refusal.ts'

/** Why the account may not call this endpoint; null: it may. It may have been read a moment ago. */
export function accountRefusal(
  arrival: Arrival,
  { account }: Caller,
): 'ACCOUNT_SUSPENDED' | 'API_NOT_PURCHASED' | null {
  const { endpoint } = arrival.incoming.hosted
  if (account.status !== 'active') return 'ACCOUNT_SUSPENDED'
  return isAmong(account.apis, endpoint) ? null : 'API_NOT_PURCHASED'
}

/** Whatever the list is, everybody gets a token and sees the balance: those sell nothing. @param ids Null: all. */
const isAmong = (ids: readonly string[] | null, endpoint: Arrival['incoming']['hosted']['endpoint']): boolean =>
  ids === null || endpoint.replay === false || ids.includes(endpoint.id)

/** The second stage: may this key call this endpoint, from here, now (decisions.md sections 1 and 11)? Else 403. */
export function permit(arrival: Arrival, caller: Caller): void {
  const { hosted, ip } = arrival.incoming
  const { key } = caller
  const refused = accountRefusal(arrival, caller)
  if (refused) throw refuse(refused)
  if (!isAmong(key.endpoints, hosted.endpoint)) throw refuse('API_NOT_PERMITTED')
  if (key.ipRanges && caller.by !== 'host' && !isInRanges(ip, key.ipRanges))
    throw refuse('API_NOT_PERMITTED', { message: `This key is not permitted from the address ${ip}` })
  const activation = hosted.activation(caller.environment)
  if (!activation.active)
    throw refuse('MODULE_NOT_ACTIVATED', { message: `This module is not activated in ${caller.environment}` })
}
