import { defineTables, sql } from '@parakh/core'

/**
 * The rows of resale.
 *
 * - `attempt`: attempts at providers, each with its cost. No money moves by it.
 * - `waiting_attempt`: attempts that could not be booked, as JSON, until they are. Its id is made here: no sequence can be behind.
 * - `source_day`: requests to a source with a daily cap in a day in India, of all processes.
 * - `operation_cost`: what an operation costs from a time on, over the configuration: added to only, in the order of `place`. `source` is null for
 *   all sources that have no cost of their own.
 * - `brand`: one for each account, each host once.
 * - `price`: the price list (decision 0021). Rows are added only, one a revision. `tier` is null for an endpoint without tiers. `account_id` is whom
 *   a price is for, `owner_account_id` whose it is; null: the operators' (decision 0059). `price` is micro-rupees; null: from then on there is none.
 * - `commission_rate`: what an account earns of each charge below it, in hundredths of a percent.
 */
export const resaleTables = defineTables('resale', {
  tables: ['attempt', 'waiting_attempt', 'source_day', 'operation_cost', 'brand', 'price', 'commission_rate'],
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
          sql`create table ${t.price} (
            revision bigint not null primary key,
            id text not null,
            owner_account_id text references ${account} (id),
            endpoint text not null,
            tier text,
            account_id text references ${account} (id),
            role text,
            from_calls bigint not null,
            price bigint,
            valid_from bigint not null,
            created_at bigint not null,
            actor text not null
          )`,
          sql`create index ${index('price_of_endpoint')} on ${t.price} (endpoint, revision)`,
          sql`create table ${t.commission_rate} (
            account_id text not null primary key references ${account} (id),
            basis_points integer not null check (basis_points >= 0 and basis_points <= 10000)
          )`,
        ]
      },
    },
    { id: '0002-cost-by-source', up: ({ t }) => [sql`alter table ${t.operation_cost} add column source text`] },
    {
      id: '0003-source-day',
      up: ({ t }) => [
        sql`create table ${t.source_day} (
          day text not null, source text not null, requests bigint not null, primary key (day, source)
        )`,
      ],
    },
    {
      id: '0004-waiting-attempts',
      up: ({ t }) => [
        sql`create table ${t.waiting_attempt} (id text not null primary key, since bigint not null, attempts text not null)`,
      ],
    },
  ],
})
