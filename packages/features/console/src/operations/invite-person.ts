import { Accounts, defineOperation, forbidden, notFound } from '@parakh/core'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { placeOf } from '../people/acting-place.ts'
import { mailLanguage, newToken } from '../people/console-parts.ts'
import { Email } from '../people/email.ts'
import { requirePeopleAct, requireRole } from '../people/require-people-act.ts'
import { INVITATION_PATH } from '../sign-in/accept-invitation.ts'
import { peopleStatements as statements } from '../tables/people-statements.ts'
import { Role, write } from './branch-of-people.ts'
import { InvitationView, presentInvitation, withdrawInvitation } from './invitations.ts'
import { countMail, mailLimits } from './mail-limits.ts'

const LIFE_MS = 7 * 86_400_000

/**
 * `people.invite`: emails a link, which does not sign anybody in: the address is proven by an emailed code or by a sign-in. Only the command line
 * of the host is shown a link that starts a session.
 */
export const invitePerson = defineOperation({
  ...{ ...write, id: 'people.invite', summary: 'Invite a person; its link is mailed', path: '/people/invite' },
  status: 201,
  input: z.object({
    email: Email.describe('The address of who is invited'),
    role: Role,
    account_id: z.string().nullable().default(null).describe('Null: an operator'),
    production: z.boolean().default(false).describe('Of a developer: whether it may use production'),
    show_link: z
      .boolean()
      .default(false)
      .describe(
        'Answers the link instead of mailing it: for the command line and tokens of operators with the scope *',
      ),
  }),
  output: InvitationView.extend({
    link: z.string().nullable().describe('Null: it was mailed, to that address alone'),
  }),
  errors: { ROLE_INVALID: 422 },
  command: {
    positional: ['email'],
    text: ({ email, role, link }) =>
      link === null
        ? `${email} is invited as ${role}, by mail.`
        : `${email} signs in as ${role}, once, within 7 days:\n${link}`,
  },
  needs: { ...write.needs, accounts: Accounts },
  async handle({ input, viewer, actor, person, granted, isHost, parts, accounts }) {
    const { email, role, account_id: accountId, production, show_link: asked } = input
    const { tables, clock, ids, secrets, mails, scopes } = parts
    const mayShow = viewer.accountId === null && person === null && granted.includes('*')
    const account = accountId === null ? null : await accounts.get(accountId)
    if (accountId !== null && account === null) throw notFound(`account ${accountId}`)
    requireRole(role, accountId)
    requirePeopleAct({ act: 'give-role' }, { viewer, granted }, { role, target: account, known: scopes })
    const { isDirect, mailed } = deliveryOf({ asked, mayShow, isHost, canSend: mails.canSend })
    const accountName = account?.name ?? null
    const limits = mailed ? await mailLimits(accounts, { to: email, byAccount: viewer.accountId }) : []
    const [id, token, now] = [ids.next(), newToken(parts, 'inv_'), clock.now().getTime()]
    const row = {
      id,
      email,
      account_id: accountId,
      role,
      invited_by: actor,
      invited_from: placeOf(viewer.accountId, isHost),
    }
    const expires_at = now + LIFE_MS
    const hasPerson = await tables.transaction(function* (tx) {
      const known = yield* tx.first(statements.personByEmail({ email }))
      const held = known ? yield* tx.rows(statements.membershipsOf({ person_id: known.id })) : []
      if (held.some((one) => one.account_id === accountId)) throw consoleErrors.error('ALREADY_MEMBER')
      yield* countMail(tx, parts, limits)
      const times = { created_at: now, expires_at }
      const purpose = isDirect ? ('link' as const) : null
      const stored = { ...row, ...times, production: Number(production), token_hash: secrets.hash(token), purpose }
      yield* tx.run(statements.insertInvitation(stored))
      const action = isDirect ? 'person.invite-link' : 'person.invite'
      const of = { action, subject: `invitation/${id}`, accountId } as const
      yield* tx.audit({ actor, ...of, after: { role, production, mailed } })
      return known !== null
    })
    // A person signs in at the server's own host: sessions that begin at a brand's host do not reach other accounts.
    const link = await mails.link(hasPerson && !isDirect ? null : accountId, `${INVITATION_PATH}#${token}`)
    const language = mailLanguage(person?.languages ?? '')
    if (mailed)
      await mails
        .sendInvitation({ to: email, accountId, accountName, link, language })
        .catch(async (error: unknown) => {
          await withdrawInvitation(parts, { id, accountId, actor, before: { role } })
          throw error
        })
    const made = presentInvitation({ ...row, production, expires_at: new Date(expires_at) })
    return { ...made, link: mailed ? null : link }
  },
})

/**
 * Returns how an invitation is delivered. `isDirect`: the link starts a session by itself, for the command line of the host alone. Otherwise
 * accepting needs an email.
 *
 * @throws `FORBIDDEN`, `MAIL_REQUIRED`
 */
function deliveryOf(facts: {
  /** Whether the caller wants to see the link. */
  readonly asked: boolean
  readonly mayShow: boolean
  readonly isHost: boolean
  readonly canSend: boolean
}): { readonly isDirect: boolean; readonly mailed: boolean } {
  const { asked, mayShow, isHost, canSend } = facts
  if (asked && !mayShow)
    throw forbidden('Only the command line and tokens of operators with the scope * are shown the link')
  if (isHost && (asked || !canSend)) return { isDirect: true, mailed: false }
  if (!canSend) throw consoleErrors.error('MAIL_REQUIRED', { what: 'nobody is invited over the admin API' })
  return { isDirect: false, mailed: !asked }
}
