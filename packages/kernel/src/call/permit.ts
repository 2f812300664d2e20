import { type Caller, isAllowed } from '@parakh/core'
import { refuse } from '../call-data/call-fault.ts'
import type { Arrival, IdentifiedCall } from '../call-data/quoted-call.ts'
import { requireDocumentAddress } from '../handles/issued-documents.ts'
import { isInRanges } from '../request/address-range.ts'
import type { CallParts } from '../runtime/call-parts.ts'
import { identifyAgain } from './identify.ts'
import { checkQueryKey } from './key-credentials.ts'

/** Why the account may not call this endpoint, by cached data; null: it may. */
function accountRefusal(arrival: Arrival, { account }: Caller): 'ACCOUNT_SUSPENDED' | 'API_NOT_PURCHASED' | null {
  const { endpoint } = arrival.incoming.hosted
  if (account.status !== 'active') return 'ACCOUNT_SUSPENDED'
  return isFree(endpoint) || isAllowed(account, endpoint.id) ? null : 'API_NOT_PURCHASED'
}

/** Free endpoints such as token and balance are always permitted. */
const isFree = ({ replay }: Arrival['incoming']['hosted']['endpoint']): boolean => replay === false

/**
 * The second stage: checks that this key may call this endpoint from this address now (decisions.md sections 1 and 11). Else 403, or
 * 429 while the store has reported a full rate window.
 *
 * @returns The caller, read again if cached data would refuse it, since that may be older than a grant.
 */
export async function permit(parts: CallParts, { arrival, caller }: IdentifiedCall, isFresh: boolean): Promise<Caller> {
  const wait = parts.throttledKeys.waitOf(caller, arrival.runtime.endpoint.id)
  if (wait) throw refuse('RATE_LIMIT_EXCEEDED', wait)
  checkQueryKey(arrival, caller)
  const refused = accountRefusal(arrival, caller)
  if (refused && !isFresh)
    return await permit(parts, { arrival, caller: await identifyAgain(parts, arrival, caller) }, true)
  if (refused) throw refuse(refused)
  permitKey(arrival, caller)
  requireDocumentAddress(parts, arrival.runtime.endpoint.id)
  return caller
}

function permitKey(arrival: Arrival, caller: Caller): void {
  const { hosted, ip } = arrival.incoming
  const { key } = caller
  const { endpoint } = hosted
  if (key.endpoints !== null && !isFree(endpoint) && !key.endpoints.includes(endpoint.id))
    throw refuse('API_NOT_PERMITTED')
  if (key.ipRanges && caller.by !== null && !isInRanges(ip, key.ipRanges))
    throw refuse('API_NOT_PERMITTED', { message: `This key is not permitted from the address ${ip}` })
  const activation = hosted.activation(caller.environment)
  if (!activation.active)
    throw refuse('MODULE_NOT_ACTIVATED', { message: `This module is not activated in ${caller.environment}` })
}
