import {
  Bytes,
  Counted,
  defineStatements,
  noSql,
  type Placeholder,
  type Placeholders,
  platformTables,
  type Sql,
  type SqlDialect,
  type StatementParts,
  sql,
} from '@parakh/core'
import * as z from 'zod'
import { DueRow, EndpointRow, EventRow } from './rows.ts'
import { webhookTables } from './webhook-tables.ts'

const Sealed: z.ZodType<Uint8Array> = Bytes
const Id = z.object({ id: z.string() })
const Ids = z.object({ ids: z.array(z.string()) })
const Count = z.object({ count: z.coerce.number() })
const NewAttempt = z.object({
  ...{ id: z.string(), queue: z.string(), endpoint_id: z.string(), event_id: z.string(), event_type: z.string() },
  ...{ attempt: z.int(), status: z.string(), error: z.string().nullable(), scheduled_at: z.number() },
  replay_of: z.string().nullable(),
})
const Owned = z.object({
  ...{ id: z.string(), account_id: z.string().nullable(), environment: z.string().nullable() },
})
/** A range of events of an endpoint. `types`: exact ones and groups such as `order.*`; null: all. `failed`: null: also those that arrived. */
const Range = z.object({
  ...{ endpoint_id: z.string(), account_id: z.string(), environment: z.string(), since: z.number(), until: z.number() },
  ...{ types: z.array(z.string()).nullable(), failed: z.literal(1).nullable() },
})

/** Results as a table `j` of one statement. @param json A list of them, as JSON. */
const resultsOf = (json: Placeholder, dialect: SqlDialect): Sql =>
  dialect === 'pg'
    ? sql`jsonb_to_recordset(${json}::jsonb) as j (id text, status text, http_status int, latency_ms int, error text,
        response_excerpt text, attempted_at bigint, next_at bigint, next_id text)`
    : sql`(select json_extract(value, '$.id') as id, json_extract(value, '$.status') as status,
        json_extract(value, '$.http_status') as http_status, json_extract(value, '$.latency_ms') as latency_ms,
        json_extract(value, '$.error') as error, json_extract(value, '$.response_excerpt') as response_excerpt,
        json_extract(value, '$.attempted_at') as attempted_at, json_extract(value, '$.next_at') as next_at,
        json_extract(value, '$.next_id') as next_id from json_each(${json})) as j`
const SET_RESULT = sql`status = j.status, http_status = j.http_status, latency_ms = j.latency_ms, error = j.error,
  response_excerpt = j.response_excerpt, attempted_at = j.attempted_at`
/** The group of an event's type: `order.*` for `order.updated`. */
const groupOf = (dialect: SqlDialect): Sql =>
  dialect === 'pg' ? sql`split_part(o.type, '.', 1) || '.*'` : sql`substr(o.type, 1, instr(o.type, '.')) || '*'`
const Results = z.object({ results: z.string() })

/** The events of a range that an endpoint's filter lets through; with `failed`, those that it was to get and did not. */
const eventsIn = (p: Placeholders<typeof Range>, { when, dialect }: StatementParts): Sql => {
  const { attempt } = webhookTables.t
  return sql`from ${platformTables.event} o where o.account_id = ${p.account_id} and o.environment = ${p.environment}
    and o.at >= ${p.since} and o.at < ${p.until} and (o.endpoint_id is null or o.endpoint_id = ${p.endpoint_id})
    ${when(p.types, sql`and (o.type in (${p.types}) or ${groupOf(dialect)} in (${p.types}))`)}
    ${when(
      p.failed,
      sql`and exists (select 1 from ${attempt} a where a.event_id = o.id and a.endpoint_id = ${p.endpoint_id}
          and a.status in ('failed', 'exhausted'))
        and not exists (select 1 from ${attempt} a where a.event_id = o.id and a.endpoint_id = ${p.endpoint_id}
          and a.status in ('delivered', 'pending'))`,
    )}`
}

/**
 * The delivery queues that have attempts to come, as `waiting`: since when the first of each is due. It steps from queue to queue along the index: a
 * queue of thousands costs no more than a queue of one.
 */
const waitingQueues: Sql = sql`with recursive queues (queue) as (
    select (select min(queue) from ${webhookTables.t.attempt} where status = 'pending')
    union all
    select (select min(queue) from ${webhookTables.t.attempt} where status = 'pending' and queue > queues.queue)
      from queues where queues.queue is not null
  ), waiting as (
    select q.queue as queue,
      (select min(scheduled_at) from ${webhookTables.t.attempt} where status = 'pending' and queue = q.queue) as due_at
      from queues q where q.queue is not null
  )`

/** The statements of webhooks. Their text is one for both databases but for JSON, locks and hints. */
export const webhookStatements = defineStatements(webhookTables, ({ t, platform, read, write }) => ({
  endpoint: read({
    params: Owned,
    row: EndpointRow,
    sql: (p, { when }) =>
      sql`select * from ${t.endpoint} where id = ${p.id} ${when(p.account_id, sql`and account_id = ${p.account_id}`)}
        ${when(p.environment, sql`and environment = ${p.environment}`)}`,
  }),
  lockEndpoint: read({
    params: Owned,
    row: EndpointRow,
    sql: (p, { when, forUpdate }) =>
      sql`select * from ${t.endpoint} where id = ${p.id} ${when(p.account_id, sql`and account_id = ${p.account_id}`)}
        ${when(p.environment, sql`and environment = ${p.environment}`)} ${forUpdate}`,
  }),
  listEndpoints: read({
    params: z.object({ account_id: z.string().nullable(), environment: z.string().nullable() }),
    row: EndpointRow,
    sql: (p, { when }) =>
      sql`select * from ${t.endpoint} where 1 = 1 ${when(p.account_id, sql`and account_id = ${p.account_id}`)}
        ${when(p.environment, sql`and environment = ${p.environment}`)} order by id desc`,
  }),
  countEndpoints: read({
    params: z.object({ account_id: z.string(), environment: z.string() }),
    row: Count,
    sql: (p) =>
      sql`select count(*) as count from ${t.endpoint} where account_id = ${p.account_id} and environment = ${p.environment}`,
  }),
  /** Events are numbered under the wallet's lock: whatever is committed later has a higher number. */
  newestEvent: read({
    params: z.object({ account_id: z.string(), environment: z.string() }),
    row: z.object({ sequence: Counted.nullable() }),
    sql: (p) =>
      sql`select max(sequence) as sequence from ${platform.event}
        where account_id = ${p.account_id} and environment = ${p.environment}`,
  }),
  insertEndpoint: write({
    params: z.object({
      ...{ id: z.string(), account_id: z.string(), environment: z.string(), url: z.string(), description: z.string() },
      ...{ events: z.string().nullable(), after_sequence: z.number(), secret: Sealed },
      created_at: z.date(),
    }),
    sql: (p) =>
      sql`insert into ${t.endpoint}
        (id, account_id, environment, url, description, events, after_sequence, status, secret, created_at)
        values (${p.id}, ${p.account_id}, ${p.environment}, ${p.url}, ${p.description}, ${p.events},
          ${p.after_sequence}, 'enabled', ${p.secret}, ${p.created_at})`,
  }),
  updateEndpoint: write({
    params: z.object({ id: z.string(), url: z.string(), description: z.string(), events: z.string().nullable() }),
    sql: (p) =>
      sql`update ${t.endpoint} set url = ${p.url}, description = ${p.description}, events = ${p.events} where id = ${p.id}`,
  }),
  enableEndpoint: write({
    params: Id,
    sql: (p) =>
      sql`update ${t.endpoint} set status = 'enabled', disabled_reason = null, failing_since = null where id = ${p.id}`,
  }),
  disableEndpoint: write({
    params: z.object({ id: z.string(), reason: z.string() }),
    sql: (p) => sql`update ${t.endpoint} set status = 'disabled', disabled_reason = ${p.reason} where id = ${p.id}`,
  }),
  rotateSecret: write({
    params: z.object({
      ...{ id: z.string(), secret: Sealed, next_secret: Sealed },
      next_from: z.number(),
    }),
    sql: (p) =>
      sql`update ${t.endpoint} set secret = ${p.secret}, next_secret = ${p.next_secret}, next_from = ${p.next_from}
        where id = ${p.id}`,
  }),
  deleteEndpoint: write({ params: Id, sql: (p) => sql`delete from ${t.endpoint} where id = ${p.id}` }),
  deletePending: write({
    params: Id,
    sql: (p) => sql`delete from ${t.attempt} where endpoint_id = ${p.id} and status = 'pending'`,
  }),
  endpointsOfAccounts: read({
    params: z.object({ accounts: z.array(z.string()) }),
    row: EndpointRow,
    sql: (p) => sql`select * from ${t.endpoint} where account_id in (${p.accounts}) order by id`,
  }),
  insertBodies: write({
    params: z.object({
      rows: z.array(z.object({ event_id: z.string(), body: Sealed, at: z.date() })),
    }),
    sql: (p, { each }) =>
      sql`insert into ${t.body} (event_id, body, at) values ${each(p.rows, ['event_id', 'body', 'at'])} on conflict do nothing`,
  }),
  insertAttempts: write({
    params: z.object({ rows: z.array(NewAttempt) }),
    sql: (p, { each }) =>
      sql`insert into ${t.attempt}
        (id, queue, endpoint_id, event_id, event_type, attempt, status, error, scheduled_at, replay_of)
        values ${each(p.rows, Object.keys(NewAttempt.shape))} on conflict do nothing`,
  }),
  dueQueues: read({
    params: z.object({ owner: z.string(), at: z.number(), most: z.int() }),
    row: z.object({ queue: z.string() }),
    sql: (p) =>
      sql`${waitingQueues}
        select w.queue as queue from waiting w join ${t.endpoint} e on e.id = replace(w.queue, '/replay', '')
          where w.due_at <= ${p.at} and (e.queue_until is null or e.queue_until <= ${p.at} or e.queue_owner = ${p.owner})
          order by w.due_at limit ${p.most}`,
  }),
  endpointsById: read({
    params: Ids,
    row: EndpointRow,
    sql: (p) => sql`select * from ${t.endpoint} where id in (${p.ids})`,
  }),
  /** Two processes never wait for each other here. SQLite has one writer at a time. */
  freeEndpoints: read({
    params: z.object({ ids: z.array(z.string()), owner: z.string(), at: z.number() }),
    row: Id,
    sql: (p, { dialect }) =>
      sql`select id from ${t.endpoint} where id in (${p.ids})
        and (queue_until is null or queue_until <= ${p.at} or queue_owner = ${p.owner})
        ${dialect === 'pg' ? sql`for update skip locked` : noSql}`,
  }),
  leaseEndpoints: write({
    params: z.object({ ids: z.array(z.string()), owner: z.string(), until: z.number() }),
    row: EndpointRow,
    sql: (p) =>
      sql`update ${t.endpoint} set queue_owner = ${p.owner}, queue_until = ${p.until} where id in (${p.ids}) returning *`,
  }),
  releaseEndpoints: write({
    params: z.object({ owner: z.string() }),
    sql: (p) => sql`update ${t.endpoint} set queue_owner = null, queue_until = null where queue_owner = ${p.owner}`,
  }),
  lockDisabled: read({
    params: Ids,
    row: Id,
    sql: (p, { forUpdate }) =>
      sql`select id from ${t.endpoint} where id in (${p.ids}) and status = 'disabled' order by id ${forUpdate}`,
  }),
  keepForReplay: write({
    params: Ids,
    sql: (p) =>
      sql`update ${t.attempt} set status = 'failed', error = 'ENDPOINT_DISABLED'
        where endpoint_id in (${p.ids}) and status = 'pending'`,
  }),
  /** `wanted`: JSON, `[{ queue, skip: [ids] }]`. The longest due of each, so that a long queue takes nothing from a short one. */
  due: read({
    params: z.object({ wanted: z.string(), at: z.number(), limit: z.int() }),
    row: DueRow,
    sql: (p, { dialect }) =>
      dialect === 'pg'
        ? sql`select a.id, a.queue, a.endpoint_id, a.event_id, a.attempt, b.body
            from jsonb_to_recordset(${p.wanted}::jsonb) as w (queue text, skip text[])
            cross join lateral (
              select * from ${t.attempt} o where o.queue = w.queue and o.status = 'pending' and o.scheduled_at <= ${p.at}
                and o.id <> all (w.skip) order by o.scheduled_at, o.id limit ${p.limit}
            ) a join ${t.body} b on b.event_id = a.event_id order by a.scheduled_at, a.id`
        : sql`select a.id, a.queue, a.endpoint_id, a.event_id, a.attempt, b.body
            from json_each(${p.wanted}) w
            join ${t.attempt} a on a.id in (
              select o.id from ${t.attempt} o where o.queue = json_extract(w.value, '$.queue') and o.status = 'pending'
                and o.scheduled_at <= ${p.at} and o.id not in (select value from json_each(w.value, '$.skip'))
                order by o.scheduled_at, o.id limit ${p.limit}
            ) join ${t.body} b on b.event_id = a.event_id order by a.scheduled_at, a.id`,
  }),
  noteSound: write({
    params: Ids,
    sql: (p) => sql`update ${t.endpoint} set failing_since = null where id in (${p.ids}) and failing_since is not null`,
  }),
  noteFailing: write({
    params: z.object({ ids: z.array(z.string()), since: z.number() }),
    sql: (p) =>
      sql`update ${t.endpoint} set failing_since = ${p.since} where id in (${p.ids}) and failing_since is null`,
  }),
  endpointsToDisable: read({
    params: z.object({ failed: z.array(z.string()), gone: z.array(z.string()), since: z.number() }),
    row: EndpointRow,
    sql: (p, { forUpdate }) =>
      sql`select * from ${t.endpoint} where id in (${p.failed}) and status = 'enabled'
        and (id in (${p.gone}) or failing_since <= ${p.since}) order by id ${forUpdate}`,
  }),
  /** An attempt that is not pending any more stays as it is. With its plus, SQLite finds attempts by their ids and not by way of all that are pending. */
  endAttempts: write({
    params: Results,
    row: Id,
    sql: (p, { dialect }) =>
      sql`update ${t.attempt} as a set ${SET_RESULT} from ${resultsOf(p.results, dialect)}
        where a.id = j.id and ${dialect === 'pg' ? sql`a.status = 'pending' returning a.id` : sql`+a.status = 'pending' returning id`}`,
  }),
  endLateAttempts: write({
    params: Results,
    sql: (p, { dialect }) =>
      sql`update ${t.attempt} as a set ${SET_RESULT} from ${resultsOf(p.results, dialect)} where a.id = j.id`,
  }),
  insertFollowing: write({
    params: Results,
    sql: (p, { dialect }) =>
      sql`insert into ${t.attempt}
          (id, queue, endpoint_id, event_id, event_type, attempt, status, scheduled_at, replay_of)
        select j.next_id, a.queue, a.endpoint_id, a.event_id, a.event_type, a.attempt + 1, 'pending', j.next_at, a.replay_of
        from ${resultsOf(p.results, dialect)} join ${t.attempt} a on a.id = j.id
        join ${t.endpoint} e on e.id = a.endpoint_id where e.status = 'enabled'`,
  }),
  event: read({
    params: Owned,
    row: EventRow,
    sql: (p, { when }) =>
      sql`select * from ${platform.event} where id = ${p.id} ${when(p.account_id, sql`and account_id = ${p.account_id}`)}
        ${when(p.environment, sql`and environment = ${p.environment}`)}`,
  }),
  enabledOfWallet: read({
    params: z.object({ account_id: z.string(), environment: z.string() }),
    row: EndpointRow,
    sql: (p) =>
      sql`select * from ${t.endpoint} where account_id = ${p.account_id} and environment = ${p.environment}
        and status = 'enabled' order by id`,
  }),
  countEvents: read({
    params: Range,
    row: Count,
    sql: (p, parts) => sql`select count(*) as count ${eventsIn(p, parts)}`,
  }),
  eventsOfRange: read({
    params: Range.extend({ after: z.number(), limit: z.int() }),
    row: EventRow,
    sql: (p, parts) =>
      sql`select o.* ${eventsIn(p, parts)} and o.sequence > ${p.after} order by o.sequence limit ${p.limit}`,
  }),
  oldBodies: read({
    params: z.object({ before: z.number(), limit: z.int() }),
    row: z.object({ event_id: z.string() }),
    sql: (p) =>
      sql`select b.event_id from ${t.body} b where b.at < ${p.before} and not exists (
        select 1 from ${t.attempt} a where a.event_id = b.event_id and a.status = 'pending'
      ) order by b.at limit ${p.limit}`,
  }),
  deleteAttempts: write({ params: Ids, sql: (p) => sql`delete from ${t.attempt} where event_id in (${p.ids})` }),
  deleteBodies: write({ params: Ids, sql: (p) => sql`delete from ${t.body} where event_id in (${p.ids})` }),
  /** Counted up to a limit: whoever watches is not to cost what is watched. */
  countPending: read({
    params: z.object({ most: z.int() }),
    row: Count,
    sql: (p) =>
      sql`select count(*) as count from (select 1 as one from ${t.attempt} where status = 'pending' limit ${p.most}) waiting`,
  }),
  oldestDue: read({
    row: z.object({ oldest: Counted.nullable() }),
    sql: () => sql`${waitingQueues} select min(w.due_at) as oldest from waiting w`,
  }),
  standings: read({
    row: z.object({
      disabled_reason: z.enum(['REQUESTED', 'GONE', 'FAILING']).nullable(),
      endpoints: z.coerce.number(),
    }),
    sql: () => sql`select disabled_reason, count(*) as endpoints from ${t.endpoint} group by disabled_reason`,
  }),
}))
