import { Accounts, defineOperation, forbidden, notFound } from '@parakh/core'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { placeOf } from '../people/acting-place.ts'
import { mailLanguage, newToken } from '../people/console-parts.ts'
import { Email } from '../people/email.ts'
import { requirePeopleAct, requireRole } from '../people/require-people-act.ts'
import { peopleStatements as statements } from '../tables/people-statements.ts'
import { Role, write } from './branch-of-people.ts'
import { InvitationView, presentInvitation, withdrawInvitation } from './invitations.ts'
import { countMail, mailLimits } from './mail-limits.ts'

const LIFE_MS = 7 * 86_400_000

/**
 * `people.invite`: with a mailer the link goes to the address alone, so that who can open it has that address. Whoever is shown a link can sign in
 * as that address: only those see it who could do so anyway, the command line and tokens of operators.
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
      .describe('The link is answered, not mailed: of an operator on the command line or with a token'),
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
    const mayShow = viewer.accountId === null && person === null
    if (asked && !mayShow) throw forbidden('A link is shown to operators on the command line or with a token only')
    const account = accountId === null ? null : await accounts.get(accountId)
    if (accountId !== null && account === null) throw notFound(`account ${accountId}`)
    requireRole(role, accountId)
    requirePeopleAct({ act: 'give-role' }, { viewer, granted }, { role, target: account, known: scopes })
    const mailed = !asked && (mails.canSend || !mayShow)
    if (mailed && !mails.canSend)
      throw consoleErrors.error('MAIL_REQUIRED', { what: 'nobody is invited over the admin API' })
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
    await tables.transaction(function* (tx) {
      const known = yield* tx.first(statements.personByEmail({ email }))
      const held = known ? yield* tx.rows(statements.membershipsOf({ person_id: known.id })) : []
      const isMember = held.some((one) => one.account_id === accountId)
      // A link that is shown also brings back who lost every way to sign in: it gives no second role.
      if (isMember && mailed) throw consoleErrors.error('ALREADY_MEMBER')
      yield* countMail(tx, parts, limits)
      const times = { created_at: now, expires_at }
      const stored = { ...row, ...times, production: Number(production), token_hash: secrets.hash(token) }
      yield* tx.run(statements.insertInvitation(stored))
      const of = { action: 'person.invite', subject: `invitation/${id}`, accountId } as const
      yield* tx.audit({ actor, ...of, after: { role, production, mailed } })
    })
    const link = await mails.link(accountId, `/console/invitation#${token}`)
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
