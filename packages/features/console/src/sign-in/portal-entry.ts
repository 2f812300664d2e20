import { consoleErrors } from '../error-codes.ts'
import { auditPerson, auditStranger, type ConsoleParts, type Visitor } from '../people/console-parts.ts'
import { accountOfOpenLink } from '../people/open-portal-link.ts'
import { peopleStatements } from '../tables/people-statements.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'
import { failureOf, LIMITS, networkOf, requireWithin } from './limits.ts'
import { beginSession, type Session } from './sessions.ts'

/**
 * Signs in by a portal link, once. A session of somebody else is not replaced unasked, and its refusal does not use the link.
 *
 * @returns The token of the session.
 * @throws `PORTAL_LINK_ENDED`, `SESSION_THERE`, `TOO_MANY_ATTEMPTS`
 */
export async function enterByPortalLink(
  parts: ConsoleParts,
  given: {
    readonly token: string
    readonly visitor: Visitor
    /** The session that the request has; null: none. */
    readonly current: Session | null
    /** Whether the session of somebody else may end. */
    readonly replace: boolean
  },
): Promise<string> {
  const { token, visitor, current, replace } = given
  const { tables, ids, secrets, clock } = parts
  const now = clock.now().getTime()
  const hashes = [...secrets.hashes(token)]
  const asked = await tables.first(statements.portalLink({ hashes }))
  if (asked === null) throw await failureOf(parts, tries(visitor.ip), consoleErrors.error('PORTAL_LINK_ENDED'))
  const refused = { id: asked.id, accountId: asked.account_id, ip: visitor.ip }
  if (asked.used_at !== null || asked.expires_at.getTime() <= now) throw await endedLink(parts, refused)
  const link = { accountId: asked.account_id, madeFrom: asked.made_from }
  if ((await accountOfOpenLink(parts, link)) === null) throw await endedLink(parts, refused)
  const of = { account_id: asked.account_id, ref: asked.person_ref }
  const own = await tables.first(peopleStatements.personOfPortal(of))
  if (current !== null && !replace && current.row.person_id !== own?.id) throw consoleErrors.error('SESSION_THERE')
  const session = await tables.transaction(function* (tx) {
    const link = yield* tx.first(statements.usePortalLink({ hashes, now }))
    if (link === null) return null
    const made = { id: ids.next(), email: null, name: of.ref.slice(0, 80), created_at: now }
    yield* tx.run(peopleStatements.insertPerson({ ...made, portal_account: of.account_id, portal_ref: of.ref }))
    const person = yield* tx.first(peopleStatements.personOfPortal(of))
    if (person === null) throw new Error('the person is there: it was just written')
    const begun = yield* beginSession(tx, parts, { personId: person.id, visitor, portalLinkId: link.id })
    const after = { method: 'portal-link', session: begun.id }
    yield* auditPerson(tx, 'person.sign-in', { personId: person.id, accountId: link.account_id, after })
    return begun
  })
  if (session === null) throw await endedLink(parts, refused)
  return session.token
}

const tries = (ip: string) => LIMITS.triesOfAddress('portal', ip)

/** A link that was used or ended is tried by somebody who has seen it: its account reads so. What is no link is only counted. */
async function endedLink(
  parts: ConsoleParts,
  { id, accountId, ip }: { readonly id: string; readonly accountId: string; readonly ip: string },
): Promise<Error> {
  await requireWithin(parts, [tries(ip)])
  const entry = { action: 'portal-link.refuse', subject: `portal-link/${id}`, accountId } as const
  await parts.tables.transaction((tx) => auditStranger(tx, parts, { address: networkOf(ip), ...entry }))
  return consoleErrors.error('PORTAL_LINK_ENDED')
}
