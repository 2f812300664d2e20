import { ALERT_SEVERITIES, Counted, defineStatements, sql } from '@parakh/core'
import * as z from 'zod'
import { alertTables } from './alert-tables.ts'

const Key = z.object({ place: z.string(), alert: z.string(), subject: z.string(), environment: z.string() })
const Severity = z.enum(ALERT_SEVERITIES)
const At = z.object({ at: z.int() })

/** What was told, and the accounts that are looked at. */
export const alertStatements = defineStatements(alertTables, ({ t, platform, read, write }) => {
  const ofKey = (p: { readonly [K in keyof z.output<typeof Key>]: Parameters<typeof sql>[1] }) =>
    sql`place = ${p.place} and alert = ${p.alert} and subject = ${p.subject} and environment = ${p.environment}`
  return {
    told: read({
      params: z.object({ place: z.string() }),
      row: z.object({
        ...{ alert: z.string(), subject: z.string(), environment: z.string(), severity: Severity },
        ended_at: Counted.nullable(),
      }),
      sql: (p) => sql`select alert, subject, environment, severity, ended_at from ${t.told} where place = ${p.place}`,
    }),
    /** Writes one row where it is to be told: of several that look at once, one. */
    tell: write({
      params: Key.extend({ severity: Severity, at: z.int(), ended_at: z.int().nullable(), over_before: z.int() }),
      sql: (p) => sql`insert into ${t.told} (place, alert, subject, environment, severity, told_at, ended_at)
        values (${p.place}, ${p.alert}, ${p.subject}, ${p.environment}, ${p.severity}, ${p.at}, ${p.ended_at})
        on conflict (place, alert, subject, environment) do update
          set severity = excluded.severity, told_at = excluded.told_at, ended_at = excluded.ended_at
        where (${t.told}.severity = 'soon' and excluded.severity = 'now')
          or (${t.told}.ended_at is not null and ${t.told}.ended_at <= ${p.over_before})`,
    }),
    keep: write({
      params: Key.extend({ severity: Severity }),
      sql: (p) => sql`update ${t.told} set severity = ${p.severity}, ended_at = null where ${ofKey(p)}`,
    }),
    end: write({
      params: Key.extend(At.shape),
      sql: (p) => sql`update ${t.told} set ended_at = ${p.at} where ${ofKey(p)} and ended_at is null`,
    }),
    forget: write({
      params: Key.extend({ over_before: z.int() }),
      sql: (p) => sql`delete from ${t.told} where ${ofKey(p)} and ended_at <= ${p.over_before}`,
    }),
    mark: write({
      params: z.object({ rows: z.array(z.object({ account_id: z.string(), marks: z.int(), lease_until: z.int() })) }),
      sql: (p, { each }) => sql`insert into ${t.look} (account_id, marks, lease_until)
        values ${each(p.rows, ['account_id', 'marks', 'lease_until'])}
        on conflict (account_id) do update set marks = ${t.look}.marks + 1`,
    }),
    marked: read({
      params: At.extend({ limit: z.int() }),
      row: z.object({ account_id: z.string(), marks: Counted }),
      sql: (p) => sql`select account_id, marks from ${t.look} where lease_until <= ${p.at}
        order by lease_until, account_id limit ${p.limit}`,
    }),
    leaseLook: write({
      params: At.extend({ account_id: z.string(), until: z.int() }),
      sql: (p) => sql`update ${t.look} set lease_until = ${p.until}
        where account_id = ${p.account_id} and lease_until <= ${p.at}`,
    }),
    /** Gone, unless it was marked meanwhile: then it is due. */
    looked: write({
      params: z.object({ account_id: z.string(), marks: z.int() }),
      sql: (p) => sql`delete from ${t.look} where account_id = ${p.account_id} and marks = ${p.marks}`,
    }),
    dueAgain: write({
      params: z.object({ account_id: z.string() }),
      sql: (p) => sql`update ${t.look} set lease_until = 0 where account_id = ${p.account_id}`,
    }),
    turn: read({
      row: z.object({ after_id: z.string(), next_at: Counted }),
      sql: () => sql`select after_id, next_at from ${t.turn} where id = 'accounts'`,
    }),
    beginTurn: write({
      sql: () => sql`insert into ${t.turn} (id, after_id, next_at) values ('accounts', '', 0) on conflict do nothing`,
    }),
    /** Of several that take a turn at once, one has written. */
    takeTurn: write({
      params: z.object({ after_id: z.string(), next_at: z.int(), to_id: z.string(), until: z.int() }),
      sql: (p) => sql`update ${t.turn} set after_id = ${p.to_id}, next_at = ${p.until}
        where id = 'accounts' and after_id = ${p.after_id} and next_at = ${p.next_at}`,
    }),
    accountsAfter: read({
      params: z.object({ after_id: z.string(), limit: z.int() }),
      row: z.object({ id: z.string() }),
      sql: (p) => sql`select id from ${platform.account} where id > ${p.after_id} and status <> 'closed'
        order by id limit ${p.limit}`,
    }),
  }
})
