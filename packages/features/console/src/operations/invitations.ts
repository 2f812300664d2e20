import { Accounts, defineOperation, notFound, pageOf } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { placeOf } from '../people/acting-place.ts'
import type { ConsoleParts } from '../people/console-parts.ts'
import { requirePeopleAct } from '../people/require-people-act.ts'
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
export const presentInvitation = (
  row: Omit<InvitationRow, 'created_at' | 'account_name' | 'invited_from' | 'purpose'>,
) => ({
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

/** Ends an open invitation: it was revoked, or its email could not be sent. @returns Whether it was open. */
export const withdrawInvitation = (
  { tables, clock }: Pick<ConsoleParts, 'tables' | 'clock'>,
  invitation: {
    readonly id: string
    readonly accountId: string | null
    readonly actor: string
    readonly before: { readonly role: string }
  },
): Promise<boolean> =>
  tables.transaction(function* (tx) {
    const { id, accountId, actor, before } = invitation
    if ((yield* tx.run(statements.endInvitation({ id, now: clock.now().getTime() }))) !== 1) return false
    yield* tx.audit({ actor, action: 'person.uninvite', subject: `invitation/${id}`, accountId, before })
    return true
  })

export const revokeInvitation = defineOperation({
  ...{ ...write, id: 'invitations.revoke', method: 'DELETE', summary: 'Revoke an invitation' },
  path: '/invitations/{invitation_id}',
  input: z.object({ invitation_id: z.string() }),
  output: InvitationView,
  command: { name: 'people uninvite', positional: ['invitation_id'] },
  needs: { ...write.needs, accounts: Accounts },
  async handle({ input: { invitation_id: id }, viewer, actor, granted, isHost, accounts, parts }) {
    const [what, now] = [`invitation ${id}`, parts.clock.now().getTime()]
    const row = await parts.tables.first(statements.invitation({ id, now }))
    if (!row) throw notFound(what)
    const { account_id: accountId, role } = row
    await requireSeen(viewer, accountId, what)
    const target = accountId === null ? null : await accounts.get(accountId)
    const isOwn = row.invited_from === placeOf(viewer.accountId, isHost)
    requirePeopleAct({ act: 'revoke-invitation', isOwn }, { viewer, granted }, { role, target, known: parts.scopes })
    if (!(await withdrawInvitation(parts, { id, accountId, actor, before: { role } }))) throw notFound(what)
    return presentInvitation(row)
  },
})
