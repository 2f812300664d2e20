import { type ActingPerson, defineOperation, notFound, pageOf, type Viewer } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { type ConsoleParts, mailLanguage } from '../people/console-parts.ts'
import { Email } from '../people/email.ts'
import { changeRole, type RoleChange } from '../people/memberships.ts'
import { type MemberRow, peopleStatements as statements } from '../tables/people-statements.ts'
import { BranchPage, OfAccount, pageOfBranch, Role, read, requireSeen, write } from './branch-of-people.ts'

/** A role of a person. */
export const MemberView = z.object({
  membership_id: z.string(),
  account_id: OfAccount,
  account_name: z.string().nullable(),
  role: Role,
  production: z.boolean().describe('Of a developer: whether it may use production'),
  created_at: Moment,
  invited_by: z.string().nullable().describe('The actor whose invitation gave the role; null: none, or not recorded'),
  confirmed_by: z.string().nullable().describe('Of an invited operator, the actor who confirmed it'),
  awaits_confirmation: z
    .boolean()
    .describe('Whether another operator must confirm it: until then it and its inviter count as one operator'),
  person_id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
})
/** Presents a role of a person. */
export const presentMember = (row: MemberRow): z.input<typeof MemberView> => ({
  ...{ membership_id: row.id, account_id: row.account_id, account_name: row.account_name },
  ...{ role: Role.parse(row.role), production: row.production, created_at: moment(row.created_at) },
  invited_by: row.invited_by,
  confirmed_by: row.confirmed_by,
  awaits_confirmation: row.account_id === null && row.invited_by !== null && row.confirmed_by === null,
  ...{ person_id: row.person_id, email: row.email, name: row.name },
})

export const listPeople = defineOperation({
  ...{ ...read, id: 'people.list', summary: 'List people and their roles', path: '/people' },
  input: BranchPage.extend({
    email: Email.exactOptional().describe('Only of the person with this address'),
  }),
  output: pageOf(MemberView),
  command: { rows: 'people' },
  async handle({ input: { email = null, ...input }, viewer, parts }) {
    const { items, next } = await pageOfBranch(viewer, input, (asked) =>
      parts.tables.rows(statements.members({ ...asked, email })),
    )
    return { items: items.map(presentMember), next_cursor: next }
  },
})

const ofMember = {
  ...{ ...write, path: '/people/{membership_id}', output: MemberView },
  command: { positional: ['membership_id'] },
} as const

export const changePerson = defineOperation({
  ...{ ...ofMember, id: 'people.change', method: 'PATCH', summary: 'Change a role' },
  input: z.object({ membership_id: z.string(), role: Role.exactOptional(), production: z.boolean().exactOptional() }),
  handle: async ({ input: { membership_id: id, ...to }, ...by }) => await changeMember(id, { ...by, to }),
})

export const removePerson = defineOperation({
  ...{ ...ofMember, id: 'people.remove', method: 'DELETE', summary: 'Take a role away' },
  input: z.object({ membership_id: z.string() }),
  handle: async ({ input: { membership_id: id }, ...by }) => await changeMember(id, { ...by, to: null }),
})

async function changeMember(
  id: string,
  change: Omit<RoleChange, 'member'> & {
    readonly viewer: Viewer
    readonly person: ActingPerson | null
    readonly parts: ConsoleParts
  },
) {
  const { viewer, granted, actor, to, parts } = change
  const member = await parts.tables.first(statements.member({ id }))
  if (!member) throw notFound(`membership ${id}`)
  await requireSeen(viewer, member.account_id, `membership ${id}`)
  const { before, after } = await changeRole(parts, { member, viewer, granted, actor, to })
  if (before.role === 'owner' && (to === null || after.role !== 'owner')) await notifyFormerOwner(before, change)
  return presentMember(after)
}

/** Notifies an owner of an account who was removed or demoted. */
async function notifyFormerOwner(
  { email, account_id: accountId, account_name: account }: MemberRow,
  { viewer, person, parts }: Parameters<typeof changeMember>[1],
): Promise<void> {
  if (email === null || accountId === null || account === null) return
  const remover = person && (await parts.tables.first(statements.person({ id: person.id })))
  const ofAccount = remover?.email
    ? ({ kind: 'person', email: remover.email } as const)
    : ({ kind: 'credential' } as const)
  const by = viewer.accountId === null ? ({ kind: 'operator' } as const) : ofAccount
  const language = mailLanguage(person?.languages ?? '')
  parts.mails.sendOwnerRemoved({ to: email, accountId, account, by, at: parts.clock.now(), language })
}
