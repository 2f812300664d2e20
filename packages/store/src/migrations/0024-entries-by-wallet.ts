import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/**
 * On SQLite the numbered entries by wallet are a table that batches fill behind the ledger (decision 0042), in the place of the index
 * `entry_version`. Triggers keep what is filled the same as the ledger, whoever deletes, changes or puts back a row. PostgreSQL keeps its index.
 */
export const entriesByWallet0024 = {
  name: '0024-entries-by-wallet',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    if (dialect === 'pg') return
    const [entry, byWallet] = [named('ledger_entry'), named('entry_by_wallet')]
    const through = named('entry_by_wallet_through')
    await knex.raw(
      `create table ${byWallet} (ledger_account text not null, environment text not null, version bigint not null,
        entry_id bigint not null, primary key (ledger_account, environment, version, entry_id)) without rowid`,
    )
    await knex.raw(
      `create table ${through} (id integer not null primary key check (id = 1), through_id bigint not null)`,
    )
    // The old index gives them in this order.
    await knex.raw(
      `insert into ${byWallet} select ledger_account, environment, version, id from ${entry} where version is not null
        order by ledger_account, environment, version`,
    )
    await knex.raw(`insert into ${through} (id, through_id) select 1, coalesce(max(id), 0) from ${entry}`)
    const isFilled = (row: string): string => `${row}.id <= (select through_id from ${through})`
    const remove = `delete from ${byWallet} where ledger_account = old.ledger_account and environment = old.environment
      and version = old.version and entry_id = old.id`
    const add = `insert into ${byWallet} select new.ledger_account, new.environment, new.version, new.id
      where new.version is not null and ${isFilled('new')}`
    const after = (what: string, when: string, statements: readonly string[]): Promise<unknown> =>
      knex.raw(
        `create trigger ${named(`entry_${what.slice(0, 6)}d`)} after ${what} on ${entry} when ${when} begin ${statements.join('; ')}; end`,
      )
    await after('delete', 'old.version is not null', [remove])
    await after('update of id, ledger_account, environment, version', 'true', [remove, add])
    await after('insert', `new.version is not null and ${isFilled('new')}`, [add])
    await knex.raw(`drop index ${named('entry_version')}`)
  },
}
