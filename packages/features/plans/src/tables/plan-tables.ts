import { defineTables, sql } from '@parakh/core'

/**
 * Subscriptions to plans. `terms` is JSON: the plan of this period, by which `price` (micro-rupees) and `pool_limit` (units; null: without a
 * limit) are of the period. `revision` is that of the subscription's last change.
 */
export const planTables = defineTables('plans', {
  tables: ['subscription'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index }) => [
        sql`create table ${t.subscription} (
          id text not null primary key,
          account_id text not null references ${account} (id),
          plan text not null,
          terms text not null,
          state text not null,
          period text not null,
          begins_at bigint not null,
          ends_at bigint not null,
          next_plan text,
          grace_until bigint,
          price bigint not null,
          paid bigint not null,
          pool_limit bigint,
          reported_percent integer not null default 0,
          started_at bigint not null,
          ended_at bigint,
          revision bigint not null
        )`,
        sql`create index ${index('subscription_of')} on ${t.subscription} (account_id, id)`,
        sql`create index ${index('subscription_revision')} on ${t.subscription} (revision)`,
        sql`create unique index ${index('subscription_open')} on ${t.subscription} (account_id) where state <> 'ended'`,
        sql`create index ${index('subscription_due')} on ${t.subscription} (id) where state <> 'ended'`,
      ],
    },
  ],
})
