import { defineOperation, notFound, pageOf, type Viewer } from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import type { ConsoleParts } from '../people/console-parts.ts'
import { Email } from '../people/email.ts'
import { changeRole, type RoleChange } from '../people/memberships.ts'
import { type MemberRow, peopleStatements as statements } from '../tables/people-statements.ts'
import { BranchPage, OfAccount, pageOfBranch, Role, read, requireSeen, write } from './branch-of-people.ts'

const MemberView = z.object({
  membership_id: z.string(),
  account_id: OfAccount,
  account_name: z.string().nullable(),
  role: Role,
  production: z.boolean().describe('Of a developer: whether it may use production'),
  created_at: Moment,
  person_id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
})
const presentMember = (row: MemberRow): z.input<typeof MemberView> => ({
  ...{ membership_id: row.id, account_id: row.account_id, account_name: row.account_name },
  ...{ role: Role.parse(row.role), production: row.production, created_at: moment(row.created_at) },
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
  change: Omit<RoleChange, 'member'> & { readonly viewer: Viewer; readonly parts: ConsoleParts },
) {
  const { viewer, granted, actor, to, parts } = change
  const member = await parts.tables.first(statements.member({ id }))
  if (!member) throw notFound(`membership ${id}`)
  await requireSeen(viewer, member.account_id, `membership ${id}`)
  return presentMember(await changeRole(parts, { member, viewer, granted, actor, to }))
}
