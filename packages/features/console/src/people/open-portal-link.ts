import { actRefusal } from '@parakh/core'
import { peopleStatements } from '../tables/people-statements.ts'
import { relationOfPlace } from './acting-place.ts'
import type { ConsoleParts } from './console-parts.ts'

/**
 * Reads the account of a portal link, if the policy still lets the link's maker give a role there. Each request of a portal session
 * asks, so the sessions of an account above end when the account gets an owner who has not delegated its people.
 *
 * @param madeFrom The place of the maker; null: the release before did not record it.
 * @returns Null: the link and its sessions are refused.
 */
export async function accountOfOpenLink(
  { tables }: Pick<ConsoleParts, 'tables'>,
  { accountId, madeFrom }: { readonly accountId: string; readonly madeFrom: string | null },
) {
  const account = await tables.first(peopleStatements.account({ id: accountId, from: madeFrom ?? '' }))
  if (account === null) return null
  const relation = relationOfPlace(madeFrom, { accountId, isAbove: account.is_above })
  const target = { hasOwner: account.has_owner, peopleFromAbove: account.people_from_above, keysFromAbove: null }
  return actRefusal({ act: 'use-role', relation, target }) === null ? account : null
}
