import { defineStatements, Flag, Moment, sql } from '@parakh/core'
import * as z from 'zod'
import { consoleTables } from './console-tables.ts'

const OfAccount = z.object({ account_id: z.string(), person_ref: z.string().nullable(), now: z.int() })
/** A maker of portal links: a person, and the credentials of it as a pattern, at a place. */
const Maker = z.object({ actor: z.string(), credentials: z.string(), place: z.string(), now: z.int() })
const InForce = OfAccount.extend({
  /** Sessions that began earlier have expired. */
  began_after: z.int(),
  /** Sessions that were last used earlier have expired. */
  seen_after: z.int(),
})

/** The sessions of portal links, and links that can still begin one. */
export const portalSessionStatements = defineStatements(consoleTables, ({ t, read, write }) => ({
  portalSessions: read({
    params: InForce.omit({ now: true }).extend({ after: z.string().nullable(), limit: z.int() }),
    row: z.object({
      id: z.string(),
      person_ref: z.string(),
      role: z.string(),
      production: Flag,
      agent: z.string(),
      ip: z.string(),
      created_at: Moment,
      seen_at: Moment,
    }),
    sql: (p, { when }) => sql`select s.id as id, l.person_ref as person_ref, l.role as role, l.production as production,
        s.agent as agent, s.ip as ip, s.created_at as created_at, s.seen_at as seen_at
      from ${t.session} s join ${t.portal_link} l on l.id = s.portal_link_id
      where l.account_id = ${p.account_id} and s.ended_at is null
        and s.created_at > ${p.began_after} and s.seen_at > ${p.seen_after}
        ${when(p.person_ref, sql`and l.person_ref = ${p.person_ref}`)} ${when(p.after, sql`and s.id > ${p.after}`)}
      order by s.id limit ${p.limit}`,
  }),
  endPortalSession: write({
    params: z.object({ id: z.string(), account_id: z.string(), now: z.int() }),
    sql: (p) => sql`update ${t.session} set ended_at = ${p.now} where id = ${p.id} and ended_at is null
      and portal_link_id in (select l.id from ${t.portal_link} l where l.account_id = ${p.account_id})`,
  }),
  endPortalSessions: write({
    params: InForce,
    sql: (p, { when }) => sql`update ${t.session} set ended_at = ${p.now} where ended_at is null
      and created_at > ${p.began_after} and seen_at > ${p.seen_after}
      and portal_link_id in (select l.id from ${t.portal_link} l where l.account_id = ${p.account_id}
        ${when(p.person_ref, sql`and l.person_ref = ${p.person_ref}`)})`,
  }),
  /** Links that nobody has opened yet. */
  expirePortalLinks: write({
    params: OfAccount,
    sql: (p, { when }) => sql`update ${t.portal_link} set expires_at = ${p.now}
      where account_id = ${p.account_id} and used_at is null and expires_at > ${p.now}
      ${when(p.person_ref, sql`and person_ref = ${p.person_ref}`)}`,
  }),
  /** Ends the sessions of links that a person, or a credential of it, has made in a place. */
  endPortalSessionsBy: write({
    params: Maker,
    sql: (p) => sql`update ${t.session} set ended_at = ${p.now} where ended_at is null
      and portal_link_id in (select l.id from ${t.portal_link} l where l.made_from = ${p.place}
        and (l.made_by = ${p.actor} or l.made_by like ${p.credentials}))`,
  }),
  /** Expires the unused links of the same maker. */
  expirePortalLinksBy: write({
    params: Maker,
    sql: (p) => sql`update ${t.portal_link} set expires_at = ${p.now} where made_from = ${p.place}
      and used_at is null and expires_at > ${p.now} and (made_by = ${p.actor} or made_by like ${p.credentials})`,
  }),
}))
