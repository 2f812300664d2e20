import type { SchemaTarget } from '../connection/schema-target.ts'

/** The columns behind the id, for both databases. A row may stand for several refusals of one second: `calls`. */
const COLUMNS = `account_id text not null, environment text not null, key_id text not null, reference text not null,
  request_id text not null, endpoint text not null, status integer not null, outcome text not null, code text,
  latency_ms integer not null, charged bigint not null default 0, ip text not null, at bigint not null, calls integer not null default 1`

/**
 * The usage log: no input, no output. On PostgreSQL it is partitioned by month; `createUsageLog` makes the months, and `usage_default` takes a row
 * whose month nobody has made. Its indexes give the rows of a wallet by time, and those of a request id (decision 0045).
 */
export async function createUsageTables({ knex, named, dialect }: SchemaTarget): Promise<void> {
  const usage = named('usage')
  // An index of SQLite ends with the row's id by itself.
  const last = dialect === 'pg' ? 'at, id' : 'at'
  if (dialect === 'pg') {
    await knex.raw(`create table ${usage} (id bigserial not null, ${COLUMNS}) partition by range (at)`)
    await knex.raw(`create table ${named('usage_default')} partition of ${usage} default`)
    // Retention walks it by id; months are dropped as a whole.
    await knex.raw(`create index ${named('usage_default_id')} on ${named('usage_default')} (id)`)
    // The rows after an id are found by a few pages, which no call writes to (usage/block-summaries.ts).
    await knex.raw(`create index ${named('usage_by_id')} on ${usage} using brin (id) with (pages_per_range = 64)`)
  } else await knex.raw(`create table ${usage} (id integer not null primary key autoincrement, ${COLUMNS})`)
  await knex.raw(`create index ${named('usage_of_wallet')} on ${usage} (account_id, environment, ${last})`)
  await knex.raw(`create index ${named('usage_by_request')} on ${usage} (account_id, environment, request_id, ${last})`)
}
