import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * Counts and latencies of the usage log by day, and up to which of its rows they go (decision 0026). `day` counts days since 1970 in Asia/Kolkata;
 * `code` is empty for an answer; `buckets` is a histogram (analytics/packed-latencies.ts).
 */
export async function createAnalyticsTables({ knex, named, dialect }: SchemaTarget): Promise<void> {
  const clustered = dialect === 'sqlite3' ? ' without rowid' : ''
  const of = `account_id text not null, environment text not null, day integer not null, endpoint text not null,
    key_id text not null`
  const key = 'account_id, environment, day, endpoint, key_id'
  await knex.raw(
    `create table ${named('usage_roll_up')} (${of}, outcome text not null, code text not null, calls bigint not null,
      charged bigint not null, primary key (${key}, outcome, code))${clustered}`,
  )
  await knex.raw(
    `create table ${named('usage_latency')} (${of}, buckets text not null, primary key (${key}))${clustered}`,
  )
  await knex.schema.createTable(named('usage_rolled_up'), (table) => {
    table.integer('id').notNullable().primary()
    table.bigInteger('through_id').notNullable()
  })
  await knex(named('usage_rolled_up')).insert({ id: 1, through_id: 0 })
}
