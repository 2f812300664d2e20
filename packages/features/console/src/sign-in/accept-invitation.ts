import { consoleErrors } from '../error-codes.ts'
import type { ConsoleParts, Visitor } from '../people/console-parts.ts'
import { joinByInvitation, personOf } from '../people/memberships.ts'
import { type InvitationRow, peopleStatements as statements } from '../tables/people-statements.ts'
import { beginSession } from './sessions.ts'

const notFound = () => consoleErrors.error('INVITATION_NOT_FOUND')

/** An open invitation by its token. @throws `INVITATION_NOT_FOUND` */
export async function readInvitation({ tables, secrets, clock }: ConsoleParts, token: string): Promise<InvitationRow> {
  const asked = { hashes: [...secrets.hashes(token)], now: clock.now().getTime() }
  const row = await tables.first(statements.openInvitation(asked))
  if (!row) throw notFound()
  return row
}

/**
 * Accepts an invitation, once, and signs in. A second factor is asked all the same.
 *
 * @returns The token of the session.
 * @throws `INVITATION_NOT_FOUND`
 */
export async function acceptInvitation(
  parts: ConsoleParts,
  {
    token: invitation,
    name,
    visitor,
  }: { readonly token: string; readonly name: string | null; readonly visitor: Visitor },
): Promise<string> {
  const { tables } = parts
  const row = await readInvitation(parts, invitation)
  return await tables.transaction(function* (tx) {
    const { email, account_id: accountId, role, production } = row
    const { id: personId } = yield* personOf(tx, parts, { email, name })
    yield* joinByInvitation(tx, parts, { invitation: row, personId })
    const { token } = yield* beginSession(tx, parts, { personId, visitor })
    const of = { action: 'person.accept', subject: `invitation/${row.id}`, accountId } as const
    yield* tx.audit({ actor: `person:${personId}`, ...of, after: { role, production } })
    return token
  })
}
