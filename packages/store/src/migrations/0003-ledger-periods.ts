import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * Closed periods of the ledger in a chain of hashes, what archived ones left behind, and whether money moves (decision 0012).
 * `contents` is JSON: entries and digest by environment. `charges` and `refunds` are sums of hashes: see ledger/tally.ts.
 */
export const ledgerPeriods0003 = {
  name: '0003-ledger-periods',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.createTable(named('ledger_period'), (table) => {
      table.bigInteger('number').notNullable().primary()
      table.bigInteger('after_id').notNullable()
      table.bigInteger('through_id').notNullable()
      table.text('contents').notNullable()
      table.text('previous_hash').notNullable()
      table.text('hash').notNullable().unique()
      table.bigInteger('closed_at').notNullable()
    })
    await knex.schema.createTable(named('ledger_archive'), (table) => {
      table.bigInteger('last_period').notNullable().primary()
      table.bigInteger('first_period').notNullable()
      table.text('sha256').notNullable()
      table.text('tallies').notNullable()
      table.bigInteger('archived_at').notNullable()
    })
    await knex.schema.createTable(named('closing_balance'), (table) => {
      table.text('ledger_account').notNullable()
      table.text('environment').notNullable()
      table.bigInteger('balance').notNullable()
      table.bigInteger('version').nullable()
      table.primary(['ledger_account', 'environment'])
    })
    await knex.schema.createTable(named('money_state'), (table) => {
      table.integer('id').notNullable().primary()
      table.text('mode').notNullable()
      table.text('reason').notNullable()
      table.bigInteger('since').notNullable()
      table.bigInteger('lost_from').nullable()
      table.bigInteger('lost_until').nullable()
    })
    await knex.schema.createTable(named('ledger_guard'), (table) => {
      table.integer('id').notNullable().primary()
      table.text('owner').notNullable()
      table.bigInteger('lease_until').notNullable()
      table.bigInteger('checked_id').notNullable()
      table.text('wallet_account').notNullable()
      table.text('wallet_environment').notNullable()
      table.bigInteger('period').notNullable()
    })
    await knex(named('money_state')).insert({ id: 1, mode: 'on', reason: '', since: 0 })
    const nothing = { owner: '', lease_until: 0, checked_id: 0, wallet_account: '', wallet_environment: '', period: 0 }
    await knex(named('ledger_guard')).insert({ id: 1, ...nothing })
  },
}
