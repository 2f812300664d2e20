import { consoleErrors } from '../error-codes.ts'
import { type ConsoleParts, newToken, type Visitor } from '../people/console-parts.ts'
import { Email, nameFrom } from '../people/email.ts'
import { addMembership, personOf } from '../people/people.ts'
import { checkRole, type Giver, requireCovers } from '../people/roles.ts'
import { type InvitationRow, peopleStatements as statements } from '../tables/people-statements.ts'
import { beginSession, drawSession } from './sessions.ts'

const LIFE_MS = 7 * 86_400_000
const PREFIX = 'inv_'

/** An invitation of somebody by somebody. */
export interface NewInvitation {
  readonly email: string
  readonly accountId: string | null
  readonly accountName: string | null
  readonly role: string
  readonly production: boolean
  readonly giver: Giver
  readonly actor: string
  /**
   * Whether who invites gets the link in place of a mail. Whoever has it signs in as that address, so it is for who could do so anyway: the
   * command line and tokens of operators.
   */
  readonly showsLink: boolean
  /** Of who invites. */
  readonly language: 'en' | 'hi'
}

/**
 * Invites an address. With a mailer the link goes to the address alone: who can open it has that address.
 *
 * @returns `link`: null where it was mailed.
 * @throws `ROLE_INVALID`, `ROLE_TOO_HIGH`, `ALREADY_MEMBER`, `MAIL_REQUIRED`, `MAIL_NOT_SENT`
 */
export async function invite(parts: ConsoleParts, given: NewInvitation) {
  const { tables, clock, ids, secrets, mails, scopes } = parts
  const { accountId, accountName, role, production, giver, actor, showsLink } = given
  const email = Email.parse(given.email)
  checkRole(role, { accountId })
  requireCovers(giver, { role, accountId }, scopes)
  const mailed = !showsLink
  if (mailed && !mails.canSend)
    throw consoleErrors.error('MAIL_REQUIRED', { what: 'nobody is invited over the admin API' })
  const [id, token, now] = [ids.next(), newToken(parts, PREFIX), clock.now().getTime()]
  const expires_at = now + LIFE_MS
  const row = { id, email, account_id: accountId, role, production: Number(production), invited_by: actor, expires_at }
  await tables.transaction(function* (tx) {
    const person = yield* tx.first(statements.personByEmail({ email }))
    const held = person ? yield* tx.rows(statements.membershipsOf({ person_id: person.id })) : []
    const isMember = held.some((one) => one.account_id === accountId)
    // A link that is shown also brings back who lost every way to sign in: it gives no second role.
    if (isMember && mailed) throw consoleErrors.error('ALREADY_MEMBER')
    yield* tx.run(statements.insertInvitation({ ...row, token_hash: secrets.hash(token), created_at: now }))
    const after = { role, production, mailed }
    yield* tx.audit({ actor, action: 'person.invite', subject: `invitation/${id}`, accountId, before: null, after })
  })
  const link = await mails.link(accountId, `/console/invitation#${token}`)
  if (mailed) await mails.sendInvitation({ to: email, accountId, accountName, link, language: given.language })
  return { id, email, expiresAt: new Date(expires_at), link: mailed ? null : link }
}

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
  { token, name, visitor }: { readonly token: string; readonly name: string | null; readonly visitor: Visitor },
): Promise<string> {
  const { tables, ids, clock } = parts
  const row = await readInvitation(parts, token)
  const [personId, membershipId, drawn] = [ids.next(), ids.next(), drawSession(parts)]
  return await tables.transaction(function* (tx) {
    if ((yield* tx.run(statements.endInvitation({ id: row.id, now: clock.now().getTime() }))) !== 1) throw notFound()
    const person = yield* personOf(tx, parts, { id: personId, email: row.email, name: name ?? nameFrom(row.email) })
    const { account_id: accountId, role, production } = row
    yield* addMembership(tx, parts, { id: membershipId, personId: person.id, accountId, role, production })
    yield* beginSession(tx, parts, { drawn, personId: person.id, visitor })
    const subject = `invitation/${row.id}`
    const actor = `person:${person.id}`
    yield* tx.audit({ actor, action: 'person.accept', subject, accountId, before: null, after: { role, production } })
    return drawn.token
  })
}

/** Revokes an open invitation. @returns Whether it was open. */
export const revokeInvitation = (
  { tables, clock }: ConsoleParts,
  row: InvitationRow,
  actor: string,
): Promise<boolean> =>
  tables.transaction(function* (tx) {
    const ended = yield* tx.run(statements.endInvitation({ id: row.id, now: clock.now().getTime() }))
    const of = { subject: `invitation/${row.id}`, accountId: row.account_id }
    if (ended === 1)
      yield* tx.audit({ actor, action: 'person.uninvite', ...of, before: { role: row.role }, after: null })
    return ended === 1
  })
