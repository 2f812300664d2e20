import { Bytes, Counted, defineStatements, Flag, json, Moment, sql } from '@parakh/core'
import * as z from 'zod'
import { consoleTables } from './console-tables.ts'

const MaybeMoment = Moment.nullable()
/** A session with its person, and the portal link that it began with. */
export const SessionRow = z.object({
  id: z.string(),
  token_hash: z.string(),
  person_id: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  agent: z.string(),
  ip: z.string(),
  created_at: Moment,
  seen_at: Moment,
  proven_at: MaybeMoment,
  second_factor: Flag,
  /** Whether the person has an authenticator in force. */
  totp: Flag,
  /** Whether it has a passkey, of whatever host. */
  passkey: Flag,
  portal_account: z.string().nullable(),
  portal_role: z.string().nullable(),
  portal_production: Flag.nullable(),
  portal_pages: json(z.array(z.string())).nullable(),
  portal_return_url: z.string().nullable(),
  /** The place where the link was made (`acting-place.ts`); null: none, or the release before did not record it. */
  portal_made_from: z.string().nullable(),
  view_account: z.string().nullable(),
  view_until: MaybeMoment,
  /** The only place whose roles the session has: an account with those below it, or `operators`. Null: all roles of the person. */
  limited_to: z.string().nullable(),
})
export type SessionRow = z.output<typeof SessionRow>

const Hashes = z.object({ hashes: z.array(z.string()), now: z.int() })
const OfPerson = z.object({ person_id: z.string() })
const Before = z.object({ before: z.int() })

const PortalLink = z.object({ id: z.string(), account_id: z.string(), person_ref: z.string() })

/** Codes, sessions, factors and limits. */
export const signInStatements = defineStatements(consoleTables, ({ t, read, write }) => ({
  insertCode: write({
    params: z.object({
      ...{ id: z.string(), purpose: z.string(), email: z.string(), hash: z.string(), expires_at: z.int() },
    }),
    sql: (p) => sql`insert into ${t.code} (id, purpose, email, hash, expires_at)
      values (${p.id}, ${p.purpose}, ${p.email}, ${p.hash}, ${p.expires_at})`,
  }),
  /** Takes one try of a code that is open: of tries at once each takes its own, and none is left after the last. */
  tryCode: write({
    params: z.object({ ...Hashes.shape, purpose: z.string(), most: z.int() }),
    row: z.object({ id: z.string(), email: z.string(), hash: z.string(), tries: Counted }),
    sql: (p) => sql`update ${t.code} set tries = tries + 1 where id in (${p.hashes}) and purpose = ${p.purpose}
      and used_at is null and tries < ${p.most} and expires_at > ${p.now} returning id, email, hash, tries`,
  }),
  useCode: write({
    params: z.object({ id: z.string(), now: z.int() }),
    sql: (p) => sql`update ${t.code} set used_at = ${p.now} where id = ${p.id} and used_at is null`,
  }),
  /** Counts one more in a bucket, which begins anew once its time is over. */
  count: write({
    params: z.object({ bucket: z.string(), now: z.int(), since: z.int() }),
    row: z.object({ begins_at: Moment, tries: Counted }),
    sql: (p) => sql`insert into ${t.attempt} (bucket, begins_at, tries) values (${p.bucket}, ${p.now}, 1)
      on conflict (bucket) do update set
        tries = case when ${t.attempt}.begins_at <= ${p.since} then 1 else ${t.attempt}.tries + 1 end,
        begins_at = case when ${t.attempt}.begins_at <= ${p.since} then excluded.begins_at else ${t.attempt}.begins_at end
      returning begins_at, tries`,
  }),
  uncount: write({
    params: z.object({ bucket: z.string() }),
    sql: (p) => sql`update ${t.attempt} set tries = tries - 1 where bucket = ${p.bucket} and tries > 0`,
  }),
  insertSession: write({
    params: z.object({
      ...{ id: z.string(), token_hash: z.string(), person_id: z.string(), portal_link_id: z.string().nullable() },
      ...{ agent: z.string(), ip: z.string(), now: z.int(), proven_at: z.int().nullable(), second_factor: z.int() },
      limited_to: z.string().nullable(),
    }),
    sql: (p) => sql`insert into ${t.session}
      (id, token_hash, person_id, portal_link_id, agent, ip, created_at, seen_at, proven_at, second_factor,
        limited_to)
      values (${p.id}, ${p.token_hash}, ${p.person_id}, ${p.portal_link_id}, ${p.agent}, ${p.ip}, ${p.now}, ${p.now},
        ${p.proven_at}, ${p.second_factor}, ${p.limited_to})`,
  }),
  session: read({
    params: z.object({ hashes: z.array(z.string()) }),
    row: SessionRow,
    sql: (p) => sql`select s.id as id, s.token_hash as token_hash, s.person_id as person_id,
        p.email as email, p.name as name, s.agent as agent, s.ip as ip, s.created_at as created_at, s.seen_at as seen_at, s.proven_at as proven_at,
        s.second_factor as second_factor, case when o.confirmed_at is null then 0 else 1 end as totp,
        case when exists (select 1 from ${t.passkey} k where k.person_id = s.person_id) then 1 else 0 end as passkey,
        l.account_id as portal_account, l.role as portal_role, l.production as portal_production, l.pages as portal_pages,
        l.return_url as portal_return_url, l.made_from as portal_made_from, s.view_account as view_account,
        s.view_until as view_until, s.limited_to as limited_to
      from ${t.session} s join ${t.person} p on p.id = s.person_id
      left join ${t.totp} o on o.person_id = s.person_id left join ${t.portal_link} l on l.id = s.portal_link_id
      where s.token_hash in (${p.hashes}) and s.ended_at is null`,
  }),
  limitOf: read({
    params: z.object({ id: z.string() }),
    row: z.object({ limited_to: z.string().nullable() }),
    sql: (p) => sql`select limited_to from ${t.session} where id = ${p.id}`,
  }),
  /** Begins a view of an account. */
  setView: write({
    params: z.object({ id: z.string(), view_account: z.string(), view_until: z.int() }),
    sql: (p) => sql`update ${t.session} set view_account = ${p.view_account}, view_until = ${p.view_until}
      where id = ${p.id} and ended_at is null`,
  }),
  viewedAccount: read({
    params: z.object({ id: z.string() }),
    row: z.object({ view_account: z.string().nullable() }),
    sql: (p) => sql`select view_account from ${t.session} where id = ${p.id}`,
  }),
  /** Ends it: of two that try, one has written. */
  endView: write({
    params: z.object({ id: z.string(), view_account: z.string() }),
    sql: (p) => sql`update ${t.session} set view_account = null, view_until = null
      where id = ${p.id} and view_account = ${p.view_account}`,
  }),
  /** Sessions of a person. With a limit: those that have the same one. */
  sessionsOf: read({
    params: OfPerson.extend({ limited_to: z.string().nullable() }),
    row: z.object({ id: z.string(), agent: z.string(), ip: z.string(), created_at: Moment, seen_at: Moment }),
    sql: (
      p,
      { when },
    ) => sql`select id, agent, ip, created_at, seen_at from ${t.session} where person_id = ${p.person_id}
      ${when(p.limited_to, sql`and limited_to = ${p.limited_to}`)} and ended_at is null order by id desc`,
  }),
  /** Those that were in force at some time of a span, also ended ones. */
  sessionsBetween: read({
    params: OfPerson.extend({ from: z.int(), until: z.int() }),
    row: z.object({
      ...{
        id: z.string(),
        agent: z.string(),
        ip: z.string(),
        created_at: Moment,
        seen_at: Moment,
        ended_at: MaybeMoment,
      },
      ...{ portal_account: z.string().nullable(), portal_role: z.string().nullable() },
    }),
    sql: (p) => sql`select s.id as id, s.agent as agent, s.ip as ip, s.created_at as created_at, s.seen_at as seen_at,
        s.ended_at as ended_at, l.account_id as portal_account, l.role as portal_role
      from ${t.session} s left join ${t.portal_link} l on l.id = s.portal_link_id
      where s.person_id = ${p.person_id} and s.created_at < ${p.until} and coalesce(s.ended_at, s.seen_at) >= ${p.from}
      order by s.id desc`,
  }),
  /** The client addresses of a person's sessions, ended ones too, as long as they are kept. */
  knownAddresses: read({
    params: z.object({ email: z.string() }),
    row: z.object({ ip: z.string(), second_factor: Flag }),
    sql: (p) => sql`select distinct s.ip as ip, s.second_factor as second_factor from ${t.session} s
      join ${t.person} p on p.id = s.person_id where p.email = ${p.email} and s.portal_link_id is null`,
  }),
  sawSession: write({
    params: z.object({ id: z.string(), now: z.int(), ip: z.string() }),
    sql: (p) => sql`update ${t.session} set seen_at = ${p.now}, ip = ${p.ip} where id = ${p.id} and seen_at < ${p.now}`,
  }),
  /** A proof gives the session a new token; of two proofs at once with one token, one has written. */
  proveSession: write({
    params: z.object({
      ...{ id: z.string(), person_id: z.string(), from: z.string().nullable(), token_hash: z.string() },
      ...{ now: z.int(), second_factor: z.int() },
    }),
    sql: (p, { when }) => sql`update ${t.session} set
      token_hash = ${p.token_hash}, proven_at = ${p.now}, seen_at = ${p.now},
      second_factor = case when ${p.second_factor} = 1 then 1 else second_factor end
      where id = ${p.id} and person_id = ${p.person_id} ${when(p.from, sql`and token_hash = ${p.from}`)} and ended_at is null`,
  }),
  endSession: write({
    params: z.object({ id: z.string(), person_id: z.string(), now: z.int() }),
    sql: (p) => sql`update ${t.session} set ended_at = ${p.now}
      where id = ${p.id} and person_id = ${p.person_id} and ended_at is null`,
  }),
  /** Ends the sessions of a person but one. With a limit: those that have the same one. */
  endOthers: write({
    params: z.object({ person_id: z.string(), keep: z.string(), now: z.int(), limited_to: z.string().nullable() }),
    sql: (p, { when }) => sql`update ${t.session} set ended_at = ${p.now} where person_id = ${p.person_id}
      and id <> ${p.keep} ${when(p.limited_to, sql`and limited_to = ${p.limited_to}`)} and ended_at is null`,
  }),
  totp: read({
    params: OfPerson,
    row: z.object({ secret: Bytes, confirmed_at: MaybeMoment }),
    sql: (p) => sql`select secret, confirmed_at from ${t.totp} where person_id = ${p.person_id}`,
  }),
  /** A secret that was not confirmed is replaced; one in force is not. */
  putTotp: write({
    params: z.object({ person_id: z.string(), secret: Bytes }),
    sql: (p) => sql`insert into ${t.totp} (person_id, secret) values (${p.person_id}, ${p.secret})
      on conflict (person_id) do update set secret = excluded.secret where ${t.totp}.confirmed_at is null`,
  }),
  /** Takes the code of a step once: of two that come with it, one has written. */
  takeTotpStep: write({
    params: z.object({ person_id: z.string(), step: z.int() }),
    sql: (p) =>
      sql`update ${t.totp} set last_step = ${p.step} where person_id = ${p.person_id} and last_step < ${p.step}`,
  }),
  confirmTotp: write({
    params: z.object({ person_id: z.string(), now: z.int() }),
    sql: (p) =>
      sql`update ${t.totp} set confirmed_at = ${p.now} where person_id = ${p.person_id} and confirmed_at is null`,
  }),
  deleteTotp: write({ params: OfPerson, sql: (p) => sql`delete from ${t.totp} where person_id = ${p.person_id}` }),
  deleteRecoveryCodes: write({
    params: OfPerson,
    sql: (p) => sql`delete from ${t.recovery_code} where person_id = ${p.person_id}`,
  }),
  insertRecoveryCodes: write({
    params: z.object({ rows: z.array(z.object({ person_id: z.string(), hash: z.string() })) }),
    sql: (p, { each }) =>
      sql`insert into ${t.recovery_code} (person_id, hash) values ${each(p.rows, ['person_id', 'hash'])}`,
  }),
  useRecoveryCode: write({
    params: z.object({ person_id: z.string(), ...Hashes.shape }),
    sql: (p) => sql`update ${t.recovery_code} set used_at = ${p.now}
      where person_id = ${p.person_id} and hash in (${p.hashes}) and used_at is null`,
  }),
  recoveryCodesLeft: read({
    params: OfPerson,
    row: z.object({ remaining: Counted }),
    sql: (p) =>
      sql`select count(*) as remaining from ${t.recovery_code} where person_id = ${p.person_id} and used_at is null`,
  }),
  insertPortalLink: write({
    params: z.object({
      ...{ id: z.string(), token_hash: z.string(), account_id: z.string(), role: z.string(), production: z.int() },
      ...{ person_ref: z.string(), pages: z.string().nullable(), return_url: z.string().nullable() },
      expires_at: z.int(),
      made_from: z.string(),
      made_by: z.string(),
    }),
    sql: (p) => sql`insert into ${t.portal_link}
      (id, token_hash, account_id, role, production, person_ref, pages, return_url, expires_at, made_from, made_by)
      values (${p.id}, ${p.token_hash}, ${p.account_id}, ${p.role}, ${p.production}, ${p.person_ref}, ${p.pages},
        ${p.return_url}, ${p.expires_at}, ${p.made_from}, ${p.made_by})`,
  }),
  /** Takes a portal link once: of two that come with it, one gets it. */
  usePortalLink: write({
    params: Hashes,
    row: PortalLink,
    sql: (p) => sql`update ${t.portal_link} set used_at = ${p.now} where token_hash in (${p.hashes}) and used_at is null
      and expires_at > ${p.now} returning id, account_id, person_ref`,
  }),
  portalLink: read({
    params: z.object({ hashes: z.array(z.string()) }),
    row: PortalLink.extend({ expires_at: Moment, used_at: MaybeMoment, made_from: z.string().nullable() }),
    sql: (p) => sql`select id, account_id, person_ref, expires_at, used_at, made_from from ${t.portal_link}
      where token_hash in (${p.hashes})`,
  }),
  forgetCodes: write({ params: Before, sql: (p) => sql`delete from ${t.code} where expires_at < ${p.before}` }),
  forgetAttempts: write({ params: Before, sql: (p) => sql`delete from ${t.attempt} where begins_at < ${p.before}` }),
  forgetSessions: write({ params: Before, sql: (p) => sql`delete from ${t.session} where created_at < ${p.before}` }),
  forgetPortalLinks: write({
    params: Before,
    sql: (p) => sql`delete from ${t.portal_link} where expires_at < ${p.before}
      and not exists (select 1 from ${t.session} s where s.portal_link_id = ${t.portal_link}.id)`,
  }),
}))
