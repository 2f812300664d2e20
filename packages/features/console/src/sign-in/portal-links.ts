import { consoleErrors } from '../error-codes.ts'
import { auditPerson, auditStranger, type ConsoleParts, newToken, type Visitor } from '../people/console-parts.ts'
import { checkRole, type Giver, requireCovers } from '../people/roles.ts'
import { peopleStatements } from '../tables/people-statements.ts'
import { signInStatements as statements } from '../tables/sign-in-statements.ts'
import { LIMITS, networkOf, requireWithin } from './limits.ts'
import { beginSession, drawSession, type Session } from './sessions.ts'

const LIFE_MS = 300_000
const PREFIX = 'pl_'

/** A link that signs in a person of an embedder, whom only the embedder knows. */
export interface NewPortalLink {
  readonly accountId: string
  readonly role: string
  readonly production: boolean
  /** The embedder's own name of the person. */
  readonly personRef: string
  readonly pages: readonly string[] | null
  readonly returnUrl: string | null
  readonly giver: Giver
  readonly actor: string
}

/** @throws `ROLE_INVALID`, `ROLE_TOO_HIGH` */
export async function createPortalLink(parts: ConsoleParts, link: NewPortalLink) {
  const { tables, ids, secrets, clock, mails, scopes } = parts
  const { accountId, role, giver, actor } = link
  checkRole(role, { accountId })
  requireCovers(giver, { role, accountId }, scopes)
  const [id, token, expires_at] = [ids.next(), newToken(parts, PREFIX), clock.now().getTime() + LIFE_MS]
  const pages = link.pages && JSON.stringify(link.pages)
  await tables.transaction(function* (tx) {
    yield* tx.run(
      statements.insertPortalLink({
        ...{ id, token_hash: secrets.hash(token), account_id: accountId, role, production: Number(link.production) },
        ...{ person_ref: link.personRef, pages, return_url: link.returnUrl, expires_at },
      }),
    )
    const after = { role, production: link.production }
    yield* tx.audit({
      actor,
      action: 'portal-link.create',
      subject: `portal-link/${id}`,
      accountId,
      before: null,
      after,
    })
  })
  const url = await mails.link(accountId, `/console/enter#${token}`)
  return { url, expiresAt: new Date(expires_at) }
}

interface Entering {
  readonly token: string
  readonly visitor: Visitor
  /** The session that the request has; null: none. */
  readonly current: Session | null
  /** Whether the session of somebody else may end. */
  readonly replace: boolean
}

/**
 * Signs in by a portal link, once. A session of somebody else is not replaced unasked, and its refusal does not use the link.
 *
 * @returns The token of the session.
 * @throws `PORTAL_LINK_ENDED`, `SESSION_THERE`, `TOO_MANY_ATTEMPTS`
 */
export async function enterByPortalLink(
  parts: ConsoleParts,
  { token, visitor, current, replace }: Entering,
): Promise<string> {
  await requireWithin(parts, [LIMITS.triesOfAddress(visitor.ip)])
  const { tables, ids, secrets, clock } = parts
  const now = clock.now().getTime()
  const hashes = [...secrets.hashes(token)]
  const asked = await tables.first(statements.portalLink({ hashes }))
  if (asked === null) throw consoleErrors.error('PORTAL_LINK_ENDED')
  const refused = { id: asked.id, accountId: asked.account_id, ip: visitor.ip }
  if (asked.used_at !== null || asked.expires_at.getTime() <= now) throw await endedLink(parts, refused)
  const of = { account_id: asked.account_id, ref: asked.person_ref }
  const own = await tables.first(peopleStatements.personOfPortal(of))
  if (current !== null && !replace && current.row.person_id !== own?.id) throw consoleErrors.error('SESSION_THERE')
  const [personId, drawn] = [ids.next(), drawSession(parts)]
  const entered = await tables.transaction(function* (tx) {
    const link = yield* tx.first(statements.usePortalLink({ hashes, now }))
    if (link === null) return false
    const place = { portal_account: of.account_id, portal_ref: of.ref }
    yield* tx.run(
      peopleStatements.insertPerson({
        id: personId,
        email: null,
        name: of.ref.slice(0, 80),
        created_at: now,
        ...place,
      }),
    )
    const person = yield* tx.first(peopleStatements.personOfPortal(of))
    if (person === null) throw new Error('the person is there: it was just written')
    yield* beginSession(tx, parts, { drawn, personId: person.id, visitor, portalLinkId: link.id })
    const after = { method: 'portal-link', session: drawn.id }
    yield* auditPerson(tx, 'person.sign-in', { personId: person.id, accountId: link.account_id, after })
    return true
  })
  if (!entered) throw await endedLink(parts, refused)
  return drawn.token
}

/** A link that was used or ended is tried by somebody who has seen it: its account reads so. What is no link is only counted. */
async function endedLink(
  parts: ConsoleParts,
  { id, accountId, ip }: { readonly id: string; readonly accountId: string; readonly ip: string },
): Promise<Error> {
  const entry = { action: 'portal-link.refuse', subject: `portal-link/${id}`, accountId } as const
  await parts.tables.transaction((tx) => auditStranger(tx, parts, { address: networkOf(ip), ...entry }))
  return consoleErrors.error('PORTAL_LINK_ENDED')
}
