import type { Relation } from '@parakh/core'

/** The place of an invitation or a portal link whose maker acts as an operator. */
const OPERATOR = 'operator'
/** The same for the command line of the host and the application that embeds it. */
export const ON_HOST = 'host'

/** Returns the place from which a caller acts, as invitations and portal links keep it: an account id, `operator` or `host`. */
export const placeOf = (accountId: string | null, isHost: boolean): string => accountId ?? (isHost ? ON_HOST : OPERATOR)

/**
 * Returns the relation of the place where an invitation or a link was made to its account.
 *
 * @param from Null: a release that did not record it; it counts as an account above.
 * @param of The account, or null for operators; `isAbove`: whether the place is an account above it now.
 */
export function relationOfPlace(
  from: string | null,
  { accountId, isAbove }: { readonly accountId: string | null; readonly isAbove: boolean },
): Relation {
  if (from === OPERATOR || from === ON_HOST) return 'operator'
  if (accountId === null) return from === null ? 'operator' : 'none'
  if (from === accountId) return 'own'
  return from === null || isAbove ? 'above' : 'none'
}

/** Returns the relation of a caller to an account that it sees. */
export function relationOfViewer(viewerAccountId: string | null, accountId: string | null): Relation {
  if (viewerAccountId === null) return 'operator'
  if (accountId === null) return 'none'
  return viewerAccountId === accountId ? 'own' : 'above'
}
