import { ALERT_SEVERITIES, Counted, defineStatements, Flag, json, MAIL_LANGUAGES, sql } from '@parakh/core'
import * as z from 'zod'
import { QuietHours } from '../settings.ts'
import { alertTables } from './alert-tables.ts'

const Mailbox = z.object({ person_id: z.string(), place: z.string() })
const At = z.object({ at: z.int() })
const Choice = Mailbox.extend({
  is_mailed: z.int().nullable(),
  muted: z.string(),
  language: z.string().nullable(),
  quiet: z.string().nullable(),
  quiet_for_urgent: z.int().nullable(),
})
const NoticeRow = z.object({
  id: z.string(),
  alert: z.string(),
  subject: z.string(),
  environment: z.string(),
  severity: z.enum(ALERT_SEVERITIES),
  params: json(z.record(z.string(), z.string())),
})
/** An alert that stands in a mail. */
export type NoticeRow = z.output<typeof NoticeRow>

/** What people chose, what they are to be mailed, and what is posted. */
export const mailStatements = defineStatements(alertTables, ({ t, read, write }) => ({
  choices: read({
    params: z.object({ place: z.string(), person_ids: z.array(z.string()) }),
    row: z.object({
      person_id: z.string(),
      is_mailed: Flag.nullable(),
      muted: json(z.array(z.string())),
      language: z.enum(MAIL_LANGUAGES).nullable(),
      /** Null: the default. */
      quiet: json(z.object({ hours: QuietHours.nullable() })).nullable(),
      quiet_for_urgent: Flag.nullable(),
    }),
    sql: (p) => sql`select person_id, is_mailed, muted, language, quiet, quiet_for_urgent from ${t.choice}
      where place = ${p.place} and person_id in (${p.person_ids})`,
  }),
  choose: write({
    params: Choice,
    sql: (p) => sql`insert into ${t.choice} (person_id, place, is_mailed, muted, language, quiet, quiet_for_urgent)
      values (${p.person_id}, ${p.place}, ${p.is_mailed}, ${p.muted}, ${p.language}, ${p.quiet}, ${p.quiet_for_urgent})
      on conflict (person_id, place) do update set is_mailed = excluded.is_mailed, muted = excluded.muted,
        language = excluded.language, quiet = excluded.quiet, quiet_for_urgent = excluded.quiet_for_urgent`,
  }),
  /** Who of some people was ever told of a place. */
  mailboxesOf: read({
    params: z.object({ place: z.string(), person_ids: z.array(z.string()) }),
    row: z.object({ person_id: z.string() }),
    sql: (p) => sql`select person_id from ${t.mailbox} where place = ${p.place} and person_id in (${p.person_ids})`,
  }),
  beginMailbox: write({
    params: Mailbox,
    sql: (p) =>
      sql`insert into ${t.mailbox} (person_id, place) values (${p.person_id}, ${p.place}) on conflict do nothing`,
  }),
  lockMailbox: read({
    params: Mailbox,
    row: z.object({ due_at: Counted.nullable(), mailed_at: Counted.nullable() }),
    sql: (p, { forUpdate }) => sql`select due_at, mailed_at from ${t.mailbox}
      where person_id = ${p.person_id} and place = ${p.place} ${forUpdate}`,
  }),
  setDue: write({
    params: Mailbox.extend({ due_at: z.int() }),
    sql: (p) =>
      sql`update ${t.mailbox} set due_at = ${p.due_at} where person_id = ${p.person_id} and place = ${p.place}`,
  }),
  insertNotice: write({
    params: Mailbox.extend({
      ...{ id: z.string(), alert: z.string(), subject: z.string(), environment: z.string(), severity: z.string() },
      ...{ params: z.string(), at: z.int() },
    }),
    sql: (p) => sql`insert into ${t.notice} (id, person_id, place, alert, subject, environment, severity, params, at)
      values (${p.id}, ${p.person_id}, ${p.place}, ${p.alert}, ${p.subject}, ${p.environment}, ${p.severity}, ${p.params}, ${p.at})`,
  }),
  dueMailboxes: read({
    params: At.extend({ limit: z.int() }),
    row: Mailbox.extend({ tries: Counted }),
    sql: (p) => sql`select person_id, place, tries from ${t.mailbox}
      where due_at is not null and due_at <= ${p.at} and lease_until <= ${p.at} order by due_at limit ${p.limit}`,
  }),
  leaseMailbox: write({
    params: Mailbox.extend(At.shape).extend({ until: z.int() }),
    sql: (p) => sql`update ${t.mailbox} set lease_until = ${p.until}, tries = tries + 1
      where person_id = ${p.person_id} and place = ${p.place} and due_at <= ${p.at} and lease_until <= ${p.at}`,
  }),
  /** Given back until later. */
  postpone: write({
    params: Mailbox.extend({ due_at: z.int(), tries: z.int() }),
    sql: (p) => sql`update ${t.mailbox} set due_at = ${p.due_at}, tries = ${p.tries}, lease_until = 0
      where person_id = ${p.person_id} and place = ${p.place}`,
  }),
  notices: read({
    params: Mailbox.extend({ limit: z.int() }),
    row: NoticeRow,
    sql: (p) => sql`select id, alert, subject, environment, severity, params from ${t.notice}
      where person_id = ${p.person_id} and place = ${p.place} order by id limit ${p.limit}`,
  }),
  dropNotices: write({
    params: z.object({ ids: z.array(z.string()) }),
    sql: (p) => sql`delete from ${t.notice} where id in (${p.ids})`,
  }),
  anyNotice: read({
    params: Mailbox,
    row: z.object({ id: z.string() }),
    sql: (p) => sql`select id from ${t.notice} where person_id = ${p.person_id} and place = ${p.place} limit 1`,
  }),
  mailed: write({
    params: Mailbox.extend({ due_at: z.int().nullable(), mailed_at: z.int().nullable() }),
    sql: (
      p,
    ) => sql`update ${t.mailbox} set due_at = ${p.due_at}, mailed_at = coalesce(${p.mailed_at}, mailed_at), tries = 0,
        lease_until = 0
      where person_id = ${p.person_id} and place = ${p.place}`,
  }),
  insertPost: write({
    params: z.object({ id: z.string(), body: z.string(), due_at: z.int() }),
    sql: (p) => sql`insert into ${t.post} (id, body, due_at) values (${p.id}, ${p.body}, ${p.due_at})`,
  }),
  duePosts: read({
    params: At.extend({ limit: z.int() }),
    row: z.object({ id: z.string(), body: z.string(), tries: Counted }),
    sql: (p) => sql`select id, body, tries from ${t.post} where due_at <= ${p.at} and lease_until <= ${p.at}
      order by due_at, id limit ${p.limit}`,
  }),
  leasePost: write({
    params: At.extend({ id: z.string(), until: z.int() }),
    sql: (p) => sql`update ${t.post} set lease_until = ${p.until}, tries = tries + 1
      where id = ${p.id} and lease_until <= ${p.at}`,
  }),
  postAgain: write({
    params: z.object({ id: z.string(), due_at: z.int() }),
    sql: (p) => sql`update ${t.post} set due_at = ${p.due_at}, lease_until = 0 where id = ${p.id}`,
  }),
  dropPost: write({ params: z.object({ id: z.string() }), sql: (p) => sql`delete from ${t.post} where id = ${p.id}` }),
  /** The oldest that has failed some times. */
  failing: read({
    params: z.object({ tries: z.int() }),
    row: z.object({ what: z.enum(['mails', 'posts']), waiting: Counted }),
    sql: (
      p,
    ) => sql`select 'mails' as what, count(*) as waiting from ${t.mailbox} where due_at is not null and tries >= ${p.tries}
      union all select 'posts' as what, count(*) as waiting from ${t.post} where tries >= ${p.tries}`,
  }),
}))
