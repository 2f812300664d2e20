import { defineTables, sql } from '@parakh/core'

/**
 * Counts and latencies of the usage log by day, and up to which of its rows they go (decision 0026). `day` counts days since 1970 in Asia/Kolkata;
 * `code` is empty for an answer; `charged_calls` are those of `calls` that money was charged for (decision 0115); `buckets` is a histogram
 * (rules/packed-latencies.ts).
 */
export const analyticsTables = defineTables('analytics', {
  tables: ['roll_up', 'latency', 'rolled_up'],
  migrations: [
    {
      id: '0001-baseline',
      up({ t, dialect }) {
        const clustered = dialect === 'sqlite3' ? sql`without rowid` : sql``
        const of = sql`account_id text not null, environment text not null, day integer not null, endpoint text not null,
          key_id text not null`
        const key = sql`account_id, environment, day, endpoint, key_id`
        return [
          sql`create table ${t.roll_up} (${of}, outcome text not null, code text not null, calls bigint not null,
            charged bigint not null, primary key (${key}, outcome, code)) ${clustered}`,
          sql`create table ${t.latency} (${of}, buckets text not null, primary key (${key})) ${clustered}`,
          sql`create table ${t.rolled_up} (id integer not null primary key, through_id bigint not null)`,
          sql`insert into ${t.rolled_up} (id, through_id) values (1, 0)`,
        ]
      },
    },
    {
      id: '0002-charged-calls',
      // Rows of a count were nearly all charged or all free: only those of a plan's units may be counted too many before.
      up: ({ t }) => [
        sql`alter table ${t.roll_up} add column charged_calls bigint not null default 0`,
        sql`update ${t.roll_up} set charged_calls = calls where charged > 0`,
      ],
    },
  ],
})
