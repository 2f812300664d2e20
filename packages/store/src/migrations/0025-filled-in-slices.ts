import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/**
 * On SQLite the tables that batches fill behind their logs are filled a slice of a block with each batch (decision 0043): besides the id up to which
 * one is filled there is the id up to which it is being filled, and entries that are changed or put back by hand go into the table up to there.
 */
export const filledInSlices0025 = {
  name: '0025-filled-in-slices',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    if (dialect === 'pg') return
    for (const name of ['usage_by_wallet_through', 'entry_by_wallet_through'] as const) {
      await knex.raw(`alter table ${named(name)} add column filling_id bigint not null default 0`)
      await knex.raw(`update ${named(name)} set filling_id = through_id`)
    }
    const [entry, byWallet] = [named('ledger_entry'), named('entry_by_wallet')]
    const isTaken = `new.version is not null and new.id <= (select filling_id from ${named('entry_by_wallet_through')})`
    const remove = `delete from ${byWallet} where ledger_account = old.ledger_account and environment = old.environment
      and version = old.version and entry_id = old.id`
    const add = `insert or ignore into ${byWallet} select new.ledger_account, new.environment, new.version, new.id where ${isTaken}`
    await knex.raw(`drop trigger ${named('entry_updated')}`)
    await knex.raw(`drop trigger ${named('entry_insertd')}`)
    await knex.raw(
      `create trigger ${named('entry_updated')} after update of id, ledger_account, environment, version on ${entry}
        begin ${remove}; ${add}; end`,
    )
    await knex.raw(
      `create trigger ${named('entry_inserted')} after insert on ${entry} when ${isTaken} begin ${add}; end`,
    )
  },
}
