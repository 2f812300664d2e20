import { defineStatements, Flag, Moment, ROLES, sql } from '@parakh/core'
import * as z from 'zod'
import { consoleTables } from './console-tables.ts'

/** A person. */
export const PersonRow = z.object({
  id: z.string(),
  /** Null: it comes by portal links. */
  email: z.string().nullable(),
  name: z.string(),
})
export type PersonRow = z.output<typeof PersonRow>

/** A role of a person, with the account's name and state; null: an operator. */
export const MembershipRow = z.object({
  id: z.string(),
  person_id: z.string(),
  account_id: z.string().nullable(),
  account_name: z.string().nullable(),
  account_status: z.enum(['active', 'suspended', 'closed']).nullable(),
  account_role: z.enum(ROLES).nullable(),
  role: z.string(),
  production: Flag,
  created_at: Moment,
  /** The actor whose invitation gave the role; null: it was not invited, or by a release that did not record it. */
  invited_by: z.string().nullable(),
  /** Of an operator, the actor who confirmed it; null: nobody. */
  confirmed_by: z.string().nullable(),
})
export type MembershipRow = z.output<typeof MembershipRow>
const MemberRow = MembershipRow.extend({ email: z.string().nullable(), name: z.string() })
export type MemberRow = z.output<typeof MemberRow>

/** An invitation. */
export const InvitationRow = z.object({
  id: z.string(),
  email: z.string(),
  account_id: z.string().nullable(),
  account_name: z.string().nullable(),
  role: z.string(),
  production: Flag,
  invited_by: z.string(),
  /** The place of the inviter (`acting-place.ts`); null: the release before did not record it. */
  invited_from: z.string().nullable(),
  created_at: Moment,
  expires_at: Moment,
  /** Null: accepting needs a code or a sign-in. Otherwise a link of the command line, which starts a session. */
  purpose: z.enum(['link', 'recovery']).nullable(),
})
export type InvitationRow = z.output<typeof InvitationRow>

const OperatorTieRow = z.object({ invited: z.string(), inviter: z.string(), membership_id: z.string().nullable() })
/** An unconfirmed invitation of an operator: the person who accepted it, the actor who invited it. */
export type OperatorTieRow = z.output<typeof OperatorTieRow>

const ById = z.object({ id: z.string() })
const Page = z.object({
  account_ids: z.array(z.string()).nullable(),
  operators: z.literal(true).nullable(),
  after: z.string().nullable(),
  limit: z.int(),
})

/** People, their roles and invitations. */
export const peopleStatements = defineStatements(consoleTables, ({ t, platform, read, write }) => {
  const person = sql`select id, email, name from ${t.person}`
  const membership = sql`select m.id as id, m.person_id as person_id, m.account_id as account_id, m.role as role,
    m.production as production, m.created_at as created_at, a.name as account_name, a.status as account_status,
    a.role as account_role, i.invited_by as invited_by, i.confirmed_by as confirmed_by`
  const invitedBy = sql`left join ${t.invitation} i on i.id = m.invitation_id`
  const member = sql`${membership}, p.email as email, p.name as name from ${t.membership} m
    join ${t.person} p on p.id = m.person_id left join ${platform.account} a on a.id = m.account_id ${invitedBy}`
  const invitation = sql`select i.id as id, i.email as email, i.account_id as account_id, a.name as account_name, i.role as role,
    i.production as production, i.invited_by as invited_by, i.invited_from as invited_from, i.created_at as created_at,
    i.expires_at as expires_at, i.purpose as purpose
    from ${t.invitation} i left join ${platform.account} a on a.id = i.account_id`
  return {
    person: read({ params: ById, row: PersonRow, sql: (p) => sql`${person} where id = ${p.id}` }),
    lockPerson: read({
      params: ById,
      row: PersonRow,
      sql: (p, { forUpdate }) => sql`${person} where id = ${p.id} ${forUpdate}`,
    }),
    personByEmail: read({
      params: z.object({ email: z.string() }),
      row: PersonRow,
      sql: (p) => sql`${person} where email = ${p.email}`,
    }),
    personOfPortal: read({
      params: z.object({ account_id: z.string(), ref: z.string() }),
      row: PersonRow,
      sql: (p) => sql`${person} where portal_account = ${p.account_id} and portal_ref = ${p.ref}`,
    }),
    /** An account, and whether another one is above it. */
    account: read({
      params: z.object({ id: z.string(), from: z.string() }),
      row: z.object({
        name: z.string(),
        status: z.enum(['active', 'suspended', 'closed']),
        role: z.enum(ROLES),
        has_owner: Flag,
        people_from_above: Flag.nullable(),
        is_above: Flag,
      }),
      sql: (p) => sql`with recursive line (id, parent_id) as (
          select id, parent_id from ${platform.account} where id = ${p.id}
          union all select a.id, a.parent_id from ${platform.account} a join line on a.id = line.parent_id
        ) select name, status, role, has_owner, people_from_above,
          case when exists (select 1 from line where id = ${p.from} and id <> ${p.id}) then 1 else 0 end as is_above
        from ${platform.account} where id = ${p.id}`,
    }),
    /** Accounts with an owner whom a process of the release before has added. */
    unmarkedOwned: read({
      params: z.object({ limit: z.int() }),
      row: z.object({ account_id: z.string() }),
      sql: (p) => sql`select distinct m.account_id as account_id from ${t.membership} m
        join ${t.person} p on p.id = m.person_id join ${platform.account} a on a.id = m.account_id
        where m.role = 'owner' and p.email is not null and a.has_owner = 0 limit ${p.limit}`,
    }),
    /** Two that come at once make one person. */
    insertPerson: write({
      params: PersonRow.extend({
        ...{ created_at: z.int(), portal_account: z.string().nullable(), portal_ref: z.string().nullable() },
      }),
      sql: (p) => sql`insert into ${t.person} (id, email, portal_account, portal_ref, name, created_at)
        values (${p.id}, ${p.email}, ${p.portal_account}, ${p.portal_ref}, ${p.name}, ${p.created_at}) on conflict do nothing`,
    }),
    rename: write({
      params: z.object({ id: z.string(), name: z.string() }),
      sql: (p) => sql`update ${t.person} set name = ${p.name} where id = ${p.id}`,
    }),
    membershipsOf: read({
      params: z.object({ person_id: z.string() }),
      row: MembershipRow,
      sql: (p) => sql`${membership} from ${t.membership} m left join ${platform.account} a on a.id = m.account_id
        ${invitedBy} where m.person_id = ${p.person_id} order by m.id`,
    }),
    /** A row if an account is another one, or below it. */
    accountWithin: read({
      params: z.object({ account_id: z.string(), within: z.string() }),
      row: z.object({ id: z.string() }),
      sql: (p) => sql`with recursive line (id) as (
          select id from ${platform.account} where id = ${p.account_id}
          union select a.parent_id from ${platform.account} a join line on a.id = line.id where a.parent_id is not null
        ) select id from line where id = ${p.within}`,
    }),
    member: read({
      params: ById,
      row: MemberRow,
      sql: (p) => sql`${member} where m.id = ${p.id}`,
    }),
    members: read({
      params: Page.extend({ email: z.string().nullable() }),
      row: MemberRow,
      sql: (p, { when }) => sql`${member} where 1 = 1
        ${when(p.email, sql`and p.email = ${p.email}`)} ${when(p.operators, sql`and m.account_id is null`)}
        ${when(p.account_ids, sql`and m.account_id in (${p.account_ids})`)} ${when(p.after, sql`and m.id > ${p.after}`)}
        order by m.id limit ${p.limit}`,
    }),
    /** Those who have an address. */
    mailedMembers: read({
      params: z.object({ account_id: z.string().nullable(), limit: z.int() }),
      row: z.object({ person_id: z.string(), email: z.string(), role: z.string() }),
      sql: (p, { when }) => sql`select m.person_id as person_id, p.email as email, m.role as role from ${t.membership} m
        join ${t.person} p on p.id = m.person_id
        where ${when(p.account_id, sql`m.account_id = ${p.account_id}`, sql`m.account_id is null`)} and p.email is not null
        order by m.id limit ${p.limit}`,
    }),
    /** Whoever changes roles of an account waits here for others who do. */
    lockMembers: read({
      params: z.object({ account_id: z.string().nullable() }),
      row: z.object({ id: z.string(), role: z.string() }),
      sql: (p, { forUpdate }) => sql`select id, role from ${t.membership}
        where coalesce(account_id, '') = coalesce(${p.account_id}, '') order by id ${forUpdate}`,
    }),
    insertMembership: write({
      params: z.object({
        ...{ id: z.string(), person_id: z.string(), account_id: z.string().nullable(), role: z.string() },
        ...{ production: z.int(), created_at: z.int() },
        invitation_id: z.string().nullable(),
      }),
      sql: (
        p,
      ) => sql`insert into ${t.membership} (id, person_id, account_id, role, production, created_at, invitation_id)
        values (${p.id}, ${p.person_id}, ${p.account_id}, ${p.role}, ${p.production}, ${p.created_at}, ${p.invitation_id})
        on conflict do nothing`,
    }),
    changeMembership: write({
      params: z.object({ id: z.string(), role: z.string(), production: z.int() }),
      sql: (p) => sql`update ${t.membership} set role = ${p.role}, production = ${p.production} where id = ${p.id}`,
    }),
    deleteMembership: write({ params: ById, sql: (p) => sql`delete from ${t.membership} where id = ${p.id}` }),
    insertInvitation: write({
      params: z.object({
        ...{ id: z.string(), token_hash: z.string(), email: z.string(), account_id: z.string().nullable() },
        ...{ role: z.string(), production: z.int(), invited_by: z.string(), created_at: z.int(), expires_at: z.int() },
        invited_from: z.string(),
        purpose: InvitationRow.shape.purpose,
      }),
      sql: (p) => sql`insert into ${t.invitation}
        (id, token_hash, email, account_id, role, production, invited_by, invited_from, created_at, expires_at, purpose)
        values (${p.id}, ${p.token_hash}, ${p.email}, ${p.account_id}, ${p.role}, ${p.production}, ${p.invited_by},
          ${p.invited_from}, ${p.created_at}, ${p.expires_at}, ${p.purpose})`,
    }),
    openInvitation: read({
      params: z.object({ hashes: z.array(z.string()), now: z.int() }),
      row: InvitationRow,
      sql: (p) =>
        sql`${invitation} where i.token_hash in (${p.hashes}) and i.ended_at is null and i.expires_at > ${p.now}`,
    }),
    invitation: read({
      params: z.object({ id: z.string(), now: z.int() }),
      row: InvitationRow,
      sql: (p) => sql`${invitation} where i.id = ${p.id} and i.ended_at is null and i.expires_at > ${p.now}`,
    }),
    invitations: read({
      params: Page.extend({ now: z.int() }),
      row: InvitationRow,
      sql: (p, { when }) => sql`${invitation} where i.ended_at is null and i.expires_at > ${p.now}
        and coalesce(i.purpose, 'link') = 'link' ${when(p.operators, sql`and i.account_id is null`)}
        ${when(p.account_ids, sql`and i.account_id in (${p.account_ids})`)} ${when(p.after, sql`and i.id > ${p.after}`)}
        order by i.id limit ${p.limit}`,
    }),
    /** Records who accepted an invitation, and who confirmed that operator. */
    recordAcceptance: write({
      params: z.object({ id: z.string(), accepted_by: z.string(), confirmed_by: z.string().nullable() }),
      sql: (p) => sql`update ${t.invitation} set accepted_by = ${p.accepted_by}, confirmed_by = ${p.confirmed_by}
        where id = ${p.id}`,
    }),
    /** Confirms an operator: all invitations as an operator that it accepted. */
    confirmOperator: write({
      params: z.object({ person_id: z.string(), confirmed_by: z.string() }),
      sql: (p) => sql`update ${t.invitation} set confirmed_by = ${p.confirmed_by}
        where accepted_by = ${p.person_id} and account_id is null and confirmed_by is null`,
    }),
    /** Unconfirmed invitations of operators, also of those who were removed. */
    operatorTies: read({
      params: z.object({}),
      row: OperatorTieRow,
      sql: () => sql`select i.accepted_by as invited, i.invited_by as inviter, m.id as membership_id from ${t.invitation} i
        left join ${t.membership} m on m.person_id = i.accepted_by and m.account_id is null
        where i.account_id is null and i.accepted_by is not null and i.confirmed_by is null order by i.id`,
    }),
    /** Ends the open invitations that a person, or a credential of it, has made in a place. */
    endInvitationsBy: write({
      params: z.object({ actor: z.string(), credentials: z.string(), invited_from: z.string(), now: z.int() }),
      sql: (p) => sql`update ${t.invitation} set ended_at = ${p.now} where invited_from = ${p.invited_from}
        and ended_at is null and (invited_by = ${p.actor} or invited_by like ${p.credentials})`,
    }),
    /** Ends an invitation once: of two that try, one has written. */
    endInvitation: write({
      params: z.object({ id: z.string(), now: z.int() }),
      sql: (p) => sql`update ${t.invitation} set ended_at = ${p.now} where id = ${p.id} and ended_at is null`,
    }),
  }
})
