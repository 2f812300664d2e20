import { Bytes, Counted, defineStatements, Moment, sql } from '@parakh/core'
import * as z from 'zod'
import { AttemptRow, EventRow } from './rows.ts'
import { webhookTables } from './webhook-tables.ts'

const Wallet = z.object({ account_id: z.string(), environment: z.string() })
const DeliveryRow = z.object({
  ...{ event_id: z.string(), endpoint_id: z.string(), made: Counted, delivered: Counted },
  ...{ next_at: Moment.nullable(), next_attempt: Counted.nullable() },
  ...{ http_status: Counted.nullable(), error: z.string().nullable(), attempted_at: Moment.nullable() },
})
/** What became of an event at an endpoint, as the database counts it. */
export type DeliveryRow = z.output<typeof DeliveryRow>

/** Reads of the log of events. Each looks at a bounded number of rows, by an index. */
export const eventStatements = defineStatements(webhookTables, ({ t, platform, read }) => ({
  /** The newest events of a wallet that match, among the `scan` newest. */
  newestEvents: read({
    params: Wallet.extend({
      ...{ before: z.number().nullable(), scan: z.int(), limit: z.int(), type: z.string().nullable() },
      ...{ since: z.number(), until: z.number(), endpoint_id: z.string().nullable(), status: z.string().nullable() },
    }),
    row: EventRow,
    byIndex: true,
    sql: (p, { when }) =>
      sql`select * from (
          select * from ${platform.event} where account_id = ${p.account_id} and environment = ${p.environment}
            ${when(p.before, sql`and sequence < ${p.before}`)} order by sequence desc limit ${p.scan}
        ) o where o.at >= ${p.since} and o.at < ${p.until} ${when(p.type, sql`and o.type = ${p.type}`)}
        ${when(
          p.endpoint_id,
          sql`and exists (select 1 from ${t.attempt} e where e.event_id = o.id and e.endpoint_id = ${p.endpoint_id})`,
        )}
        ${when(
          p.status,
          sql`and exists (select 1 from ${t.attempt} a where a.event_id = o.id
            ${when(p.endpoint_id, sql`and a.endpoint_id = ${p.endpoint_id}`)}
            and (case
              when exists (select 1 from ${t.attempt} b where b.event_id = a.event_id and b.endpoint_id = a.endpoint_id
                and b.status = 'delivered') then 'delivered'
              when a.status = 'pending' then case when a.attempt > 1 then 'retrying' else 'pending' end
              when exists (select 1 from ${t.attempt} b where b.event_id = a.event_id and b.endpoint_id = a.endpoint_id
                and b.status = 'pending') then 'later'
              else 'failed' end) = ${p.status})`,
        )}
        order by o.sequence desc limit ${p.limit}`,
  }),
  /** The last event that such a search looks at; none where it reached the first one of all. */
  lastScanned: read({
    params: Wallet.extend({ before: z.number().nullable(), skip: z.int() }),
    row: z.object({ sequence: Counted, at: Counted }),
    byIndex: true,
    sql: (p, { when }) =>
      sql`select sequence, at from ${platform.event} where account_id = ${p.account_id} and environment = ${p.environment}
        ${when(p.before, sql`and sequence < ${p.before}`)} order by sequence desc limit 1 offset ${p.skip}`,
  }),
  /** What became of events at each endpoint, with the answer to the last attempt that was made. */
  deliveriesOf: read({
    params: z.object({ ids: z.array(z.string()) }),
    row: DeliveryRow,
    byIndex: true,
    sql: (p) =>
      sql`select d.event_id, d.endpoint_id, d.made, d.delivered, d.next_at, d.next_attempt, l.http_status, l.error, l.attempted_at
        from (
          select event_id, endpoint_id, sum(case when attempted_at is null then 0 else 1 end) as made,
            max(case when status = 'delivered' then 1 else 0 end) as delivered,
            max(case when status = 'pending' then scheduled_at end) as next_at,
            max(case when status = 'pending' then attempt end) as next_attempt,
            max(case when status <> 'pending' then id end) as last_id
          from ${t.attempt} where event_id in (${p.ids}) group by event_id, endpoint_id
        ) d left join ${t.attempt} l on l.id = d.last_id order by d.event_id, d.endpoint_id`,
  }),
  /** The newest attempts of an endpoint that match, among the `scan` newest. */
  attempts: read({
    params: z.object({
      ...{ endpoint_id: z.string(), status: z.string().nullable(), before: z.string().nullable() },
      ...{ scan: z.int(), limit: z.int() },
    }),
    row: AttemptRow,
    byIndex: true,
    sql: (p, { when }) =>
      sql`select * from (
          select * from ${t.attempt} where endpoint_id = ${p.endpoint_id} ${when(p.before, sql`and id < ${p.before}`)}
            order by id desc limit ${p.scan}
        ) o ${when(p.status, sql`where o.status = ${p.status}`)} order by o.id desc limit ${p.limit}`,
  }),
  /** The last attempt that such a search looks at; none where it reached the first one of all. */
  lastAttempt: read({
    params: z.object({ endpoint_id: z.string(), before: z.string().nullable(), skip: z.int() }),
    row: z.object({ id: z.string() }),
    byIndex: true,
    sql: (p, { when }) =>
      sql`select id from ${t.attempt} where endpoint_id = ${p.endpoint_id} ${when(p.before, sql`and id < ${p.before}`)}
        order by id desc limit 1 offset ${p.skip}`,
  }),
  /**
   * The attempt of each endpoint that was made last. An attempt that follows a failed one has its id since then, so the newest id is not the
   * last one made.
   */
  lastMade: read({
    params: z.object({ ids: z.array(z.string()) }),
    row: AttemptRow,
    byIndex: true,
    sql: (p) =>
      sql`select a.* from ${t.endpoint} e join ${t.attempt} a on a.id = (
          select o.id from ${t.attempt} o where o.endpoint_id = e.id and o.attempted_at is not null
            order by o.attempted_at desc, o.id desc limit 1
        ) where e.id in (${p.ids})`,
  }),
  attemptsOf: read({
    params: z.object({ event_id: z.string(), limit: z.int() }),
    row: AttemptRow,
    byIndex: true,
    sql: (p) => sql`select * from ${t.attempt} where event_id = ${p.event_id} order by id desc limit ${p.limit}`,
  }),
  body: read({
    params: z.object({ event_id: z.string() }),
    row: z.object({ body: Bytes }),
    sql: (p) => sql`select body from ${t.body} where event_id = ${p.event_id}`,
  }),
}))
