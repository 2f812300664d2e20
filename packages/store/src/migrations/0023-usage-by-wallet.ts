import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/**
 * On SQLite the usage log by account and time is a table that batches fill behind the log (decision 0041), in the place of an index; a row that
 * is deleted from the log is deleted there too. PostgreSQL keeps its index.
 */
export const usageByWallet0023 = {
  name: '0023-usage-by-wallet',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    if (dialect === 'pg') return
    const [usage, byWallet, through] = [named('usage'), named('usage_by_wallet'), named('usage_by_wallet_through')]
    await knex.raw(
      `create table ${byWallet} (account_id text not null, environment text not null, at bigint not null,
        usage_id bigint not null, primary key (account_id, environment, at, usage_id)) without rowid`,
    )
    await knex.raw(
      `create table ${through} (id integer not null primary key check (id = 1), through_id bigint not null)`,
    )
    // The old index gives them in this order.
    await knex.raw(
      `insert into ${byWallet} select account_id, environment, at, id from ${usage} order by account_id, environment, at, id`,
    )
    await knex.raw(`insert into ${through} (id, through_id) select 1, coalesce(max(id), 0) from ${usage}`)
    await knex.raw(
      `create trigger ${named('usage_deleted')} after delete on ${usage} begin
        delete from ${byWallet} where account_id = old.account_id and environment = old.environment and at = old.at
          and usage_id = old.id;
      end`,
    )
    await knex.raw(`drop index ${named('usage_of_wallet')}`)
  },
}
