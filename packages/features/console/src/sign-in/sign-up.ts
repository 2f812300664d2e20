import type { IssuedKey } from '@parakh/core'
import { consoleErrors } from '../error-codes.ts'
import { auditPerson, type ConsoleParts, type Visitor } from '../people/console-parts.ts'
import { addMembership } from '../people/memberships.ts'
import { peopleStatements as statements } from '../tables/people-statements.ts'
import { LIMITS, requireCounted } from './limits.ts'
import { isReachedIn } from './session-limits.ts'
import type { Session } from './sessions.ts'

/**
 * Opens the account of a person that has none, with the sandbox's credit and a sandbox key, whose secret is shown once, in one commit. At a
 * reseller's own host the account is below that reseller, and roles elsewhere do not matter. Of two requests at once by one person, one opens an account.
 *
 * @throws `SESSION_LIMITED` for a session that began at the host of another brand; `SIGN_UP_CLOSED`, `ALREADY_SIGNED_UP`, `TOO_MANY_ATTEMPTS`, `ACCOUNT_NAME_INVALID`
 */
export async function signUp(
  parts: ConsoleParts,
  given: {
    readonly session: Session
    readonly accountName: string
    /** Null: its name stays. */
    readonly name: string | null
    readonly visitor: Visitor
  },
): Promise<{ readonly accountId: string; readonly issued: IssuedKey }> {
  const { tables, mails } = parts
  if (parts.signUp !== 'open') throw consoleErrors.error('SIGN_UP_CLOSED')
  const { session, accountName, name, visitor } = given
  const { person_id: id, portal_account } = session.row
  if (session.needs !== 'account' || portal_account !== null) throw consoleErrors.error('ALREADY_SIGNED_UP')
  const actor = `person:${id}`
  const { limited_to: limitedTo } = session.row
  const parentId = visitor.limitedTo
  if (limitedTo !== null && limitedTo !== parentId)
    throw consoleErrors.error('SESSION_LIMITED', { url: await mails.link(null, '/console/') })
  return await tables.transaction(function* (tx) {
    yield* tx.first(statements.lockPerson({ id }))
    for (const membership of yield* tx.rows(statements.membershipsOf({ person_id: id })))
      if (yield* isReachedIn(tx, { limitedTo, accountId: membership.account_id }))
        throw consoleErrors.error('ALREADY_SIGNED_UP')
    // In the commit of the account: a sign-up that fails uses nothing up for others in its network.
    yield* requireCounted(tx, parts, [LIMITS.signUpsOfAddress(visitor.ip)])
    const { id: accountId } = yield* tx.openAccount({ name: accountName, role: 'developer', parentId, actor })
    yield* addMembership(tx, parts, { personId: id, accountId, role: 'owner', production: true })
    if (name !== null) yield* tx.run(statements.rename({ id, name }))
    yield* auditPerson(tx, 'person.sign-up', { personId: id, accountId, after: { role: 'owner' } })
    const issued = yield* tx.issueKey({ accountId, environment: 'sandbox', label: 'First key', actor })
    return { accountId, issued }
  })
}
