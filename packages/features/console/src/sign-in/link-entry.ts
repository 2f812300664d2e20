import type { Steps, TableTransaction } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts, Visitor } from '../people/console-parts.ts'
import { joinByInvitation, personOf } from '../people/memberships.ts'
import { passkeyStatements } from '../tables/passkey-statements.ts'
import { type InvitationRow, peopleStatements as statements } from '../tables/people-statements.ts'
import { signInStatements } from '../tables/sign-in-statements.ts'
import { OPERATORS } from './session-limits.ts'
import { beginSession } from './sessions.ts'

const notFound = () => consoleErrors.error('INVITATION_NOT_FOUND')

/**
 * Starts a session by a link that the command line of the host has printed, once. The session has only the roles of the link's account and the
 * accounts below it, or those of operators. A second factor is still required, except by a recovery link, which removes all factors of the
 * person and ends the person's other sessions.
 *
 * @returns The token of the session.
 * @throws `INVITATION_NOT_FOUND`
 */
export function enterByLink(
  parts: ConsoleParts,
  { row, name, visitor }: { readonly row: InvitationRow; readonly name: string | null; readonly visitor: Visitor },
): Promise<string> {
  const { id, email, account_id: accountId, role, production, purpose } = row
  return parts.tables.transaction(function* (tx) {
    const now = parts.clock.now().getTime()
    const { id: personId } = yield* personOf(tx, parts, { email, name })
    if (purpose === 'recovery') {
      if ((yield* tx.run(statements.endInvitation({ id, now }))) !== 1) throw notFound()
      yield* forgetFactors(tx, { personId, accountId, now })
    } else yield* joinByInvitation(tx, parts, { invitation: row, personId })
    const limitedTo = accountId ?? OPERATORS
    const { id: session, token } = yield* beginSession(tx, parts, { personId, visitor, limitedTo })
    const action = purpose === 'recovery' ? 'person.recover' : 'person.accept-link'
    const of = { action, subject: `invitation/${id}`, accountId } as const
    yield* tx.audit({ actor: `person:${personId}`, ...of, after: { role, production, session } })
    return token
  })
}

/** Removes every factor of a person who still has the role, and ends all sessions: the lost factors may be in other hands. */
function* forgetFactors(
  tx: TableTransaction,
  { personId, accountId, now }: { readonly personId: string; readonly accountId: string | null; readonly now: number },
): Steps<void> {
  yield* tx.rows(statements.lockPerson({ id: personId }))
  const held = yield* tx.rows(statements.membershipsOf({ person_id: personId }))
  if (!held.some(({ account_id }) => account_id === accountId)) throw notFound()
  yield* tx.run(signInStatements.deleteTotp({ person_id: personId }))
  yield* tx.run(signInStatements.deleteRecoveryCodes({ person_id: personId }))
  yield* tx.run(passkeyStatements.deletePasskeys({ person_id: personId }))
  yield* tx.run(signInStatements.endOthers({ person_id: personId, keep: '', now, limited_to: null }))
}
