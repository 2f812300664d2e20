import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { type MembershipRow, peopleStatements as statements } from '../tables/people-statements.ts'

/** The limit of a session that has the roles of operators alone. */
export const OPERATORS = 'operators'

/**
 * Returns the memberships that a session reaches.
 *
 * @param limitedTo An account: its roles and those of the accounts below it. `OPERATORS`: the roles of operators. Null: all.
 */
export async function membershipsWithin(
  { tables }: Pick<ConsoleParts, 'tables'>,
  memberships: readonly MembershipRow[],
  limitedTo: string | null,
): Promise<readonly MembershipRow[]> {
  if (limitedTo === null) return memberships
  const reached: MembershipRow[] = []
  for (const membership of memberships) {
    const within = statementFor(limitedTo, membership.account_id)
    if (typeof within === 'boolean' ? within : (await tables.first(within)) !== null) reached.push(membership)
  }
  return reached
}

/** Returns whether a session with a limit reaches an account. For use in a transaction. @param accountId Null: the place of operators. */
export function* reaches(tx: TableTransaction, limitedTo: string | null, accountId: string | null): Steps<boolean> {
  if (limitedTo === null) return true
  const within = statementFor(limitedTo, accountId)
  return typeof within === 'boolean' ? within : (yield* tx.first(within)) !== null
}

/** The answer where it needs no query, otherwise the query. */
function statementFor(limitedTo: string, accountId: string | null) {
  if (limitedTo === OPERATORS || accountId === null) return limitedTo === OPERATORS && accountId === null
  return statements.accountWithin({ account_id: accountId, within: limitedTo })
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
