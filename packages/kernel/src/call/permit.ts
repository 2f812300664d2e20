import type { Caller } from '@parakh/core'
import { refuse } from '../call-data/call-fault.ts'
import type { Arrival, IdentifiedCall } from '../call-data/quoted-call.ts'
import { requireDocumentAddress } from '../handles/issued-documents.ts'
import { isInRanges } from '../request/address-range.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { checkQueryKeyOfToken, identifyAgain } from './identify.ts'

/** Why the account may not call this endpoint; null: it may. It may have been read a moment ago. */
function accountRefusal(arrival: Arrival, { account }: Caller): 'ACCOUNT_SUSPENDED' | 'API_NOT_PURCHASED' | null {
  const { endpoint } = arrival.incoming.hosted
  if (account.status !== 'active') return 'ACCOUNT_SUSPENDED'
  return isAmong(account.apis, endpoint) ? null : 'API_NOT_PURCHASED'
}

/** Whatever the list is, everybody gets a token and sees the balance: those sell nothing. @param ids Null: all. */
const isAmong = (ids: readonly string[] | null, endpoint: Arrival['incoming']['hosted']['endpoint']): boolean =>
  ids === null || endpoint.replay === false || ids.includes(endpoint.id)

/**
 * The second stage: may this key call this endpoint, from here, now (decisions.md sections 1 and 11)? Else 403, or 429 where the store
 * has said until when the key has to wait.
 *
 * @returns The caller: read anew where what is remembered of the account would refuse, since it may be older than a grant.
 */
export async function permit(parts: CallParts, { arrival, caller }: IdentifiedCall, isFresh: boolean): Promise<Caller> {
  const wait = parts.throttledKeys.waitOf(caller, arrival.runtime.endpoint.id)
  if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
  checkQueryKeyOfToken(arrival, caller)
  const refused = accountRefusal(arrival, caller)
  if (refused && !isFresh) return await permit(parts, { arrival, caller: await identifyAgain(parts, arrival) }, true)
  if (refused) throw refuse(refused)
  permitKey(arrival, caller)
  requireDocumentAddress(parts, arrival.runtime.endpoint.id)
  return caller
}

function permitKey(arrival: Arrival, caller: Caller): void {
  const { hosted, ip } = arrival.incoming
  const { key } = caller
  if (!isAmong(key.endpoints, hosted.endpoint)) throw refuse('API_NOT_PERMITTED')
  if (key.ipRanges && caller.by !== 'host' && !isInRanges(ip, key.ipRanges))
    throw refuse('API_NOT_PERMITTED', { message: `This key is not permitted from the address ${ip}` })
  const activation = hosted.activation(caller.environment)
  if (!activation.active)
    throw refuse('MODULE_NOT_ACTIVATED', { message: `This module is not activated in ${caller.environment}` })
}
