import {
  Amount,
  ATTEMPT_OUTCOMES,
  Counted,
  defineStatements,
  ENVIRONMENTS,
  type platformTables,
  type Sql,
  type SqlDialect,
  sql,
} from '@parakh/core'
import * as z from 'zod'
import { resaleTables } from './resale-tables.ts'

const Attempt = z.object({
  ...{ at: z.int(), reference: z.string(), account_id: z.string(), environment: z.enum(ENVIRONMENTS) },
  ...{ endpoint: z.string(), provider: z.string(), operation: z.string(), outcome: z.enum(ATTEMPT_OUTCOMES) },
  cost: z.int(),
})
/** `2026-11-27`, in India. */
const Day = z.object({ day: z.string() })
const Period = z.object({ from: z.int(), until: z.int() })

/** The shares of a call's price, core's `CallLeg`s, as rows `l (value)`. */
const LEGS = {
  sqlite3: sql`json_each(c.legs) l`,
  pg: sql`json_array_elements(cast(c.legs as json)) l (value)`,
} as const satisfies Record<SqlDialect, Sql>

/** The call `c` of each reference of `a`, by the index of references: left to itself, PostgreSQL reads all calls where a day has many. */
const callsOf = ({ call }: typeof platformTables, dialect: SqlDialect): Sql =>
  dialect === 'pg'
    ? sql`cross join lateral (
        select endpoint, charged, refunded, legs, at from ${call} where reference = a.reference limit 1
      ) c where`
    : sql`cross join ${call} c where c.reference = a.reference and`

/** Reads and writes of attempts. One that was not sent cost nothing. */
export const attemptStatements = defineStatements(resaleTables, ({ t, platform, read, write }) => ({
  append: write({
    params: z.object({ rows: z.array(Attempt) }),
    sql: (p, { each }) => sql`
      insert into ${t.attempt} (at, reference, account_id, environment, endpoint, provider, operation, outcome, cost)
      values ${each(p.rows, Object.keys(Attempt.shape))}`,
  }),
  asked: read({
    params: Period,
    row: z.object({ endpoint: z.string(), provider: z.string(), attempts: Counted, answers: Counted, cost: Amount }),
    byIndex: true,
    sql: (p) => sql`
      select endpoint, provider, count(*) as attempts,
        sum(case when outcome in ('answer', 'none') then 1 else 0 end) as answers, sum(cost) as cost
      from ${t.attempt}
      where at >= ${p.from} and at < ${p.until} and environment = 'production' and outcome <> 'unsent'
      group by endpoint, provider`,
  }),
  /** Calls of a time that asked a provider, each once. One that was given back has paid nobody, and what was clawed back has come back. */
  brought: read({
    params: Period.extend({ asked_from: z.int(), asked_until: z.int() }),
    row: z.object({ endpoint: z.string(), calls: Counted, revenue: Amount, commission: Amount }),
    byIndex: true,
    sql: (p, { dialect }) => sql`
      select c.endpoint as endpoint, sum(case when c.charged > 0 then 1 else 0 end) as calls,
        sum(c.charged - c.refunded) as revenue,
        coalesce(sum(case when c.charged > 0 and c.refunded = 0 and c.legs <> '[]' then (
          select sum(cast(l.value ->> 'amount' as bigint)) from ${LEGS[dialect]} where (l.value ->> 'clawedBack') is null
        ) end), 0) as commission
      from (
        select distinct reference from ${t.attempt}
        where at >= ${p.asked_from} and at < ${p.asked_until} and environment = 'production' and outcome <> 'unsent'
      ) a ${callsOf(platform, dialect)} c.at >= ${p.from} and c.at < ${p.until}
      group by c.endpoint`,
  }),
  booked: read({
    params: Period.extend({
      ...{ provider: z.string().nullable(), plugin: z.string().nullable() },
      ...{ after_at: z.int(), after_id: z.int(), limit: z.int() },
    }),
    row: z.object({ id: Counted, at: Counted, reference: z.string(), cost: Amount }),
    byIndex: true,
    sql: (p, { when }) => sql`
      select id, at, reference, cost from ${t.attempt}
      where at >= ${p.from} and at < ${p.until} and (at, id) > (${p.after_at}, ${p.after_id}) and outcome <> 'unsent'
        ${when(p.provider, sql`and provider = ${p.provider}`)}
        ${when(p.plugin, sql`and substr(provider, 1, length(${p.plugin}) + 1) = ${p.plugin} || '/'`)}
      order by at, id limit ${p.limit}`,
  }),
  countDay: write({
    params: Day.extend({ source: z.string(), requests: z.int() }),
    row: z.object({ requests: Counted }),
    sql: (p) => sql`
      insert into ${t.source_day} (day, source, requests) values (${p.day}, ${p.source}, ${p.requests})
      on conflict (day, source) do update set requests = ${t.source_day}.requests + excluded.requests
      returning requests`,
  }),
  sourceDays: read({
    params: Day,
    row: z.object({ source: z.string(), requests: Counted }),
    sql: (p) => sql`select source, requests from ${t.source_day} where day = ${p.day}`,
  }),
  purgeDays: write({ params: Day, sql: (p) => sql`delete from ${t.source_day} where day < ${p.day}` }),
  purge: write({
    params: z.object({ before: z.int(), limit: z.int() }),
    sql: (p) => sql`
      delete from ${t.attempt} where id in (
        select id from ${t.attempt} where at < ${p.before} order by at, id limit ${p.limit}
      )`,
  }),
}))
