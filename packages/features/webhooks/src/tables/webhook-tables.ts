import { defineTables, sql } from '@parakh/core'

/**
 * Webhook endpoints, what is sent to them, and the bytes of each event that is sent.
 *
 * - `endpoint`: `secret` and `next_secret` are encrypted; `events` is JSON, null for all. An endpoint gets the events of its wallet after
 *   `after_sequence`. Its delivery queues are leased to one process at a time.
 * - `attempt`: one row an attempt; one that is `pending` is still to come, in its delivery queue.
 */
export const webhookTables = defineTables('webhooks', {
  tables: ['endpoint', 'attempt', 'body'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index, bytes }) => [
        sql`create table ${t.endpoint} (
          id text primary key, account_id text not null references ${account} (id), environment text not null,
          url text not null, description text not null, events text, after_sequence bigint not null, status text not null,
          disabled_reason text, secret ${bytes} not null, next_secret ${bytes}, next_from bigint, failing_since bigint,
          queue_owner text, queue_until bigint, created_at bigint not null
        )`,
        sql`create index ${index('endpoint_of')} on ${t.endpoint} (account_id, environment)`,
        sql`create table ${t.body} (event_id text primary key, body ${bytes} not null, at bigint not null)`,
        sql`create index ${index('body_at')} on ${t.body} (at)`,
        sql`create table ${t.attempt} (
          id text primary key, queue text not null, endpoint_id text not null, event_id text not null,
          event_type text not null, attempt integer not null, status text not null, http_status integer,
          latency_ms integer, error text, response_excerpt text, scheduled_at bigint not null, attempted_at bigint,
          replay_of text
        )`,
        sql`create index ${index('attempt_newest')} on ${t.attempt} (endpoint_id, id)`,
        sql`create index ${index('attempt_of_event')} on ${t.attempt} (event_id, endpoint_id)`,
        sql`create index ${index('attempt_due')} on ${t.attempt} (queue, scheduled_at, id) where status = 'pending'`,
        // The same event that is handed over once more makes no second first attempt.
        sql`create unique index ${index('attempt_once')} on ${t.attempt} (event_id, endpoint_id)
          where attempt < 2 and queue = endpoint_id`,
      ],
    },
    {
      id: '0002-last-attempt',
      up: ({ t, index }) => [
        sql`create index ${index('attempt_made')} on ${t.attempt} (endpoint_id, attempted_at, id)
          where attempted_at is not null`,
      ],
    },
  ],
})
