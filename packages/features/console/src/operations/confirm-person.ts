import { type ActRefusal, actingOperator, actRefusal, defineOperation, forbidden, notFound } from '@parakh/core'
import * as z from 'zod'
import { consoleErrors } from '../error-codes.ts'
import { tieOf } from '../people/operator-ties.ts'
import { peopleStatements as statements } from '../tables/people-statements.ts'
import { write } from './branch-of-people.ts'
import { MemberView, presentMember } from './people.ts'

/** `people.confirm`: until then an invited operator and its inviter count as one operator (decision 0132). */
export const confirmPerson = defineOperation({
  ...write,
  id: 'people.confirm',
  summary: 'Confirm that an invited operator is another human than the operator who invited it',
  path: '/people/{membership_id}/confirm',
  whose: 'operators',
  input: z.object({ membership_id: z.string() }),
  output: MemberView,
  command: { positional: ['membership_id'], text: ({ email, name }) => `${email ?? name} is confirmed.` },
  async handle({ input: { membership_id: id }, actor, person, isHost, parts: { tables } }) {
    const as = isHost ? 'host' : person === null ? 'token' : 'person'
    return await tables.transaction(function* (tx) {
      yield* tx.rows(statements.lockMembers({ account_id: null }))
      const member = yield* tx.first(statements.member({ id }))
      if (member === null || member.account_id !== null) throw notFound(`operator ${id}`)
      const ties = (yield* tx.rows(statements.operatorTies({}))).map(tieOf)
      const [by, invited] = [actingOperator(actor), actingOperator(`person:${member.person_id}`)]
      const refusal = actRefusal({ act: 'confirm', by, as, invited, ties })
      if (refusal !== null) throw refused(refusal)
      const confirmed = yield* tx.run(statements.confirmOperator({ person_id: member.person_id, confirmed_by: actor }))
      if (confirmed === 0) return presentMember(member)
      const of = { action: 'person.confirm', subject: `person/${member.person_id}`, accountId: null } as const
      yield* tx.audit({ actor, ...of, after: { invited_by: member.invited_by } })
      return presentMember({ ...member, confirmed_by: actor })
    })
  },
})

const refused = (refusal: ActRefusal) =>
  refusal.reason === 'persons-only'
    ? forbidden('Only a person or the command line of the host can confirm an operator')
    : consoleErrors.error('CONFIRMED_BY_ANOTHER')
