import { defineOperation, notFound, pageOf } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { type InvitationRow, peopleStatements as statements } from '../tables/people-statements.ts'
import { BranchPage, OfAccount, pageOfBranch, Role, read, requireSeen, write } from './branch-of-people.ts'

/** An open invitation, without its token. */
export const InvitationView = z.object({
  invitation_id: z.string(),
  email: z.string(),
  account_id: OfAccount,
  role: Role,
  production: z.boolean(),
  invited_by: z.string(),
  expires_at: Moment,
})
/** An invitation as it is answered. */
export const presentInvitation = (row: Omit<InvitationRow, 'created_at' | 'account_name' | 'purpose'>) => ({
  ...{ invitation_id: row.id, email: row.email, account_id: row.account_id, role: Role.parse(row.role) },
  ...{ production: row.production, invited_by: row.invited_by, expires_at: moment(row.expires_at) },
})

export const listInvitations = defineOperation({
  ...{ ...read, id: 'invitations.list', summary: 'List open invitations', path: '/invitations', input: BranchPage },
  output: pageOf(InvitationView),
  command: { name: 'people invitations', rows: 'invitations' },
  async handle({ input, viewer, parts }) {
    const now = parts.clock.now().getTime()
    const { items, next } = await pageOfBranch(viewer, input, (asked) =>
      parts.tables.rows(statements.invitations({ ...asked, now })),
    )
    return { items: items.map(presentInvitation), next_cursor: next }
  },
})

export const revokeInvitation = defineOperation({
  ...{ ...write, id: 'invitations.revoke', method: 'DELETE', summary: 'Revoke an invitation' },
  path: '/invitations/{invitation_id}',
  input: z.object({ invitation_id: z.string() }),
  output: InvitationView,
  command: { name: 'people uninvite', positional: ['invitation_id'] },
  async handle({ input: { invitation_id: id }, viewer, actor, parts: { tables, clock } }) {
    const [what, now] = [`invitation ${id}`, clock.now().getTime()]
    const row = await tables.first(statements.invitation({ id, now }))
    if (!row) throw notFound(what)
    const { account_id: accountId, role } = row
    await requireSeen(viewer, accountId, what)
    await tables.transaction(function* (tx) {
      if ((yield* tx.run(statements.endInvitation({ id, now }))) !== 1) throw notFound(what)
      yield* tx.audit({ actor, action: 'person.uninvite', subject: `invitation/${id}`, accountId, before: { role } })
    })
    return presentInvitation(row)
  },
})
