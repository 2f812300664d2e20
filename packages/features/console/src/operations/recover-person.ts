import { defineOperation } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { ON_HOST } from '../people/acting-place.ts'
import { ConsoleParts, newToken } from '../people/console-parts.ts'
import { Email } from '../people/email.ts'
import { INVITATION_PATH } from '../sign-in/accept-invitation.ts'
import { peopleStatements as statements } from '../tables/people-statements.ts'

const LIFE_MS = 3_600_000

/**
 * `people.recover`: a link for a person who has lost every way to sign in. It has no scope, as a credential could become any person with it: only
 * the command line of the host and the application that runs the host can run it.
 */
export const recoverPerson = defineOperation({
  id: 'people.recover',
  effect: 'write',
  summary:
    'Print a link that signs a person in once and removes its factors, for a person who lost every way to sign in',
  scope: null,
  whose: 'operators',
  input: z.object({
    email: Email.describe('The address of the person'),
    account_id: z.string().nullable().default(null).describe('The account of its role; null: an operator'),
  }),
  output: z.object({ link: z.string(), expires_at: Moment }),
  command: {
    positional: ['email'],
    text: ({ link }) =>
      [
        'This link signs the person in once, within an hour, with this role only.',
        'It removes the authenticator, recovery codes and passkeys and ends all other sessions of the person.',
        link,
      ].join('\n'),
  },
  needs: { parts: ConsoleParts },
  async handle({ input: { email, account_id: accountId }, actor, parts }) {
    const { tables, clock, ids, secrets, mails } = parts
    const [id, token, now] = [ids.next(), newToken(parts, 'inv_'), clock.now().getTime()]
    const expires_at = now + LIFE_MS
    await tables.transaction(function* (tx) {
      const person = yield* tx.first(statements.personByEmail({ email }))
      const held = person ? yield* tx.rows(statements.membershipsOf({ person_id: person.id })) : []
      const membership = held.find((one) => one.account_id === accountId)
      if (membership === undefined) throw consoleErrors.error('NOT_A_MEMBER')
      const { role, production } = membership
      const of = { id, email, account_id: accountId, role, production: Number(production), invited_by: actor }
      const stored = {
        ...of,
        invited_from: ON_HOST,
        created_at: now,
        expires_at,
        token_hash: secrets.hash(token),
        purpose: 'recovery',
      } as const
      yield* tx.run(statements.insertInvitation(stored))
      yield* tx.audit({
        actor,
        action: 'person.recover-link',
        subject: `person/${membership.person_id}`,
        accountId,
        after: { role, invitation: id },
      })
    })
    const link = await mails.link(accountId, `${INVITATION_PATH}#${token}`)
    return { link, expires_at: moment(new Date(expires_at)) }
  },
})
