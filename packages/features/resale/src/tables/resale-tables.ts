import { defineTables, sql } from '@parakh/core'

/**
 * The rows of resale.
 *
 * - `attempt`: attempts at providers, each with its cost. No money moves by it.
 * - `operation_cost`: what an operation costs from a time on, over the configuration: added to only, in the order of `place`.
 * - `brand`: one for each account, each host once.
 */
export const resaleTables = defineTables('resale', {
  tables: ['attempt', 'operation_cost', 'brand'],
  migrations: [
    {
      id: '0001-baseline',
      up: ({ t, account, index, dialect }) => {
        const counted = dialect === 'pg' ? sql`bigserial` : sql`integer`
        return [
          sql`create table ${t.attempt} (
            id ${counted} primary key, at bigint not null, reference text not null, account_id text not null,
            environment text not null, endpoint text not null, provider text not null, operation text not null,
            outcome text not null, cost bigint not null
          )`,
          sql`create index ${index('attempt_at')} on ${t.attempt} (at, id)`,
          sql`create table ${t.operation_cost} (
            place ${counted} primary key, id text not null unique, plugin text not null, operation text not null,
            cost bigint not null, valid_from bigint not null, created_at bigint not null, actor text not null
          )`,
          sql`create table ${t.brand} (
            account_id text not null primary key references ${account} (id), host text not null, name text not null,
            support_email text, colour text
          )`,
          sql`create unique index ${index('brand_host')} on ${t.brand} (host)`,
        ]
      },
    },
  ],
})
