import {
  Accounts,
  askedPage,
  defineOperation,
  forbidden,
  notFound,
  PAGE_FIELDS,
  pageOf,
  readCursor,
  type Viewer,
  writeCursor,
} from '@parakh/core'
import { Moment, moment } from '@parakh/core/fields'
import * as z from 'zod'
import { ConsoleParts, mailLanguage } from '../people/console-parts.ts'
import { Email } from '../people/email.ts'
import { changeRole } from '../people/people.ts'
import { ACCOUNT_ROLES, OPERATOR_ROLES } from '../people/roles.ts'
import { peopleRead, peopleWrite } from '../people/scopes.ts'
import { invite, revokeInvitation } from '../sign-in/invitations.ts'
import { type InvitationRow, type MemberRow, peopleStatements as statements } from '../tables/people-statements.ts'

const needs = { parts: ConsoleParts } as const
const read = { effect: 'read', scope: peopleRead, whose: 'everyone', needs } as const
const write = { effect: 'write', scope: peopleWrite, whose: 'everyone', stepUp: true } as const
const Role = z.enum([...new Set([...ACCOUNT_ROLES, ...OPERATOR_ROLES])])
const OfAccount = z.string().nullable().describe('Null: an operator')

/** Roles of operators are seen by operators alone; an id of another branch is answered as an unknown one. */
async function requireSeen(viewer: Viewer, accountId: string | null, what: string): Promise<void> {
  const isSeen = accountId === null ? viewer.accountId === null : await viewer.sees(accountId)
  if (!isSeen) throw notFound(what)
}

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

/** The asked page of rows by id, among the accounts that the viewer sees. */
async function pageOfBranch<R extends { readonly id: string }>(
  viewer: Viewer,
  input: { readonly account_id?: string; readonly cursor?: string | undefined; readonly limit: number },
  rows: (asked: { account_ids: string[] | null; after: string | null; limit: number }) => Promise<readonly R[]>,
) {
  const { page, filters } = askedPage(input)
  const branch = filters.account_id === undefined ? await viewer.branch() : [filters.account_id]
  const after = page.cursor === null ? null : (readCursor(page.cursor, z.tuple([z.string()]))[0] ?? null)
  const found = await rows({ account_ids: branch && [...branch], after, limit: page.limit + 1 })
  const items = found.slice(0, page.limit)
  const last = found.length > page.limit ? items.at(-1) : undefined
  return { items, next: last ? writeCursor([last.id]) : null }
}
const FILTER = { account_id: z.string().exactOptional().describe('Only of this account'), ...PAGE_FIELDS } as const

/** `people.list` */
export const listPeople = defineOperation({
  ...{ ...read, id: 'people.list', summary: 'List people and their roles', path: '/people', input: z.object(FILTER) },
  output: pageOf(MemberView),
  command: { rows: 'people' },
  async handle({ input, viewer, parts }) {
    const { items, next } = await pageOfBranch(viewer, input, (asked) => parts.tables.rows(statements.members(asked)))
    return { items: items.map(presentMember), next_cursor: next }
  },
})

/** `people.change` */
export const changePerson = defineOperation({
  ...{
    ...write,
    id: 'people.change',
    method: 'PATCH',
    summary: 'Change a role',
    path: '/people/{membership_id}',
    needs,
  },
  input: z.object({ membership_id: z.string(), role: Role.exactOptional(), production: z.boolean().exactOptional() }),
  output: MemberView,
  command: { positional: ['membership_id'] },
  async handle({ input: { membership_id: id, ...to }, viewer, actor, granted, parts }) {
    await requireMember(viewer, parts, id)
    const giver = { accountId: viewer.accountId, scopes: granted }
    return presentMember(await changeRole(parts, { membershipId: id, giver, actor, to }))
  },
})

/** `people.remove` */
export const removePerson = defineOperation({
  ...{
    ...write,
    id: 'people.remove',
    method: 'DELETE',
    summary: 'Take a role away',
    path: '/people/{membership_id}',
    needs,
  },
  input: z.object({ membership_id: z.string() }),
  output: MemberView,
  command: { positional: ['membership_id'] },
  async handle({ input: { membership_id: id }, viewer, actor, granted, parts }) {
    await requireMember(viewer, parts, id)
    const giver = { accountId: viewer.accountId, scopes: granted }
    return presentMember(await changeRole(parts, { membershipId: id, giver, actor, to: null }))
  },
})

async function requireMember(viewer: Viewer, { tables }: ConsoleParts, id: string): Promise<void> {
  const member = await tables.first(statements.member({ id }))
  if (!member) throw notFound(`membership ${id}`)
  await requireSeen(viewer, member.account_id, `membership ${id}`)
}

const InvitationView = z.object({
  invitation_id: z.string(),
  email: z.string(),
  account_id: OfAccount,
  role: Role,
  production: z.boolean(),
  invited_by: z.string(),
  expires_at: Moment,
})
const IssuedInvitation = InvitationView.extend({
  link: z.string().nullable().describe('Null: it was mailed, to that address alone'),
})
const presentInvitation = (row: InvitationRow): z.input<typeof InvitationView> => ({
  ...{ invitation_id: row.id, email: row.email, account_id: row.account_id, role: Role.parse(row.role) },
  ...{ production: row.production, invited_by: row.invited_by, expires_at: moment(row.expires_at) },
})

/** `people.invite` */
export const invitePerson = defineOperation({
  ...{
    ...write,
    id: 'people.invite',
    summary: 'Invite a person; its link is mailed',
    path: '/people/invite',
    status: 201,
  },
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
  output: IssuedInvitation,
  errors: { ROLE_INVALID: 422 },
  command: {
    positional: ['email'],
    text: ({ email, role, link }) =>
      link === null
        ? `${email} is invited as ${role}, by mail.`
        : `${email} signs in as ${role}, once, within 7 days:\n${link}`,
  },
  needs: { ...needs, accounts: Accounts },
  async handle({ input, viewer, actor, person, granted, parts, accounts }) {
    const { email, role, account_id: accountId, production, show_link: asked } = input
    if (accountId === null && viewer.accountId !== null) throw forbidden('Operators are invited by operators only')
    const mayShow = viewer.accountId === null && person === null
    if (asked && !mayShow) throw forbidden('A link is shown to operators on the command line or with a token only')
    const accountName = accountId === null ? null : ((await accounts.get(accountId))?.name ?? null)
    const showsLink = mayShow && (asked || !parts.mails.canSend)
    const giver = { accountId: viewer.accountId, scopes: granted }
    const language = mailLanguage(person?.languages ?? '')
    const by = { giver, actor, showsLink, language }
    const made = await invite(parts, { email, accountId, accountName, role, production, ...by })
    const { id, link, expiresAt } = made
    return {
      ...{ invitation_id: id, email: made.email, account_id: accountId, role, production, invited_by: actor },
      ...{ expires_at: moment(expiresAt), link },
    }
  },
})

/** `invitations.list` */
export const listInvitations = defineOperation({
  ...{
    ...read,
    id: 'invitations.list',
    summary: 'List open invitations',
    path: '/invitations',
    input: z.object(FILTER),
  },
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

/** `invitations.revoke` */
export const revokeOpenInvitation = defineOperation({
  ...{ ...write, id: 'invitations.revoke', method: 'DELETE', summary: 'Revoke an invitation', needs },
  path: '/invitations/{invitation_id}',
  input: z.object({ invitation_id: z.string() }),
  output: InvitationView,
  command: { name: 'people uninvite', positional: ['invitation_id'] },
  async handle({ input: { invitation_id: id }, viewer, actor, parts }) {
    const row = await parts.tables.first(statements.invitation({ id, now: parts.clock.now().getTime() }))
    if (!row) throw notFound(`invitation ${id}`)
    await requireSeen(viewer, row.account_id, `invitation ${id}`)
    if (!(await revokeInvitation(parts, row, actor))) throw notFound(`invitation ${id}`)
    return presentInvitation(row)
  },
})
