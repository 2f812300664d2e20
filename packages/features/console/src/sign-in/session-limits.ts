import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { type MembershipRow, peopleStatements as statements } from '../tables/people-statements.ts'

/** The limit of a session that has the roles of operators alone. */
export const OPERATORS = 'operators'

/** A place of roles and the limit of a session. */
interface Reach {
  /** An account: it and the accounts below it are reached. `OPERATORS`: their place. Null: every place. */
  readonly limitedTo: string | null
  /** Null: the place of operators. */
  readonly accountId: string | null
}

/** Returns whether a session reaches an account. */
export async function isReached({ tables }: Pick<ConsoleParts, 'tables'>, reach: Reach): Promise<boolean> {
  const known = withoutQuery(reach)
  return typeof known === 'boolean' ? known : (await tables.first(known)) !== null
}

/** Returns the same within a transaction. */
export function* isReachedIn(tx: TableTransaction, reach: Reach): Steps<boolean> {
  const known = withoutQuery(reach)
  return typeof known === 'boolean' ? known : (yield* tx.first(known)) !== null
}

/** Returns the answer where it needs no query, otherwise the query. */
function withoutQuery({ limitedTo, accountId }: Reach) {
  if (limitedTo === null) return true
  if (limitedTo === OPERATORS || accountId === null) return limitedTo === OPERATORS && accountId === null
  return statements.accountWithin({ account_id: accountId, within: limitedTo })
}

/** Returns the memberships that a session reaches. */
export async function membershipsWithin(
  parts: Pick<ConsoleParts, 'tables'>,
  memberships: readonly MembershipRow[],
  limitedTo: string | null,
): Promise<readonly MembershipRow[]> {
  const reached: MembershipRow[] = []
  for (const membership of memberships)
    if (await isReached(parts, { limitedTo, accountId: membership.account_id })) reached.push(membership)
  return reached
}

/**
 * Refuses a change of the person as a whole to a session that reaches only some of the person's roles: whoever stole its token could use the
 * change to reach the others.
 *
 * @throws `SESSION_LIMITED`
 */
export async function requireWholePerson(
  { mails }: Pick<ConsoleParts, 'mails'>,
  { isRestricted = false }: { readonly isRestricted?: boolean },
): Promise<void> {
  if (isRestricted) throw consoleErrors.error('SESSION_LIMITED', { url: await mails.link(null, '/console/') })
}
