import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * Price lists and rates of commission (decision 0021), and the roll-up of commission (decision 0022). `price` is added to only, one
 * entry a revision. `rolled_up` marks an entry of commission with the roll-up that contains it: it is no part of the chain of periods,
 * so a marked entry has the same hash.
 */
export const pricesAndCommission0008 = {
  name: '0008-prices-and-commission',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.createTable(named('pricing_state'), (table) => {
      table.integer('id').notNullable().primary()
      table.bigInteger('revision').notNullable()
    })
    await knex(named('pricing_state')).insert({ id: 1, revision: 0 })
    await knex.schema.createTable(named('price'), (table) => {
      table.bigInteger('revision').notNullable().primary()
      table.text('id').notNullable()
      table.text('endpoint').notNullable()
      table.text('account_id').nullable()
      table.text('role').nullable()
      table.bigInteger('from_calls').notNullable()
      table.bigInteger('price').nullable()
      table.bigInteger('valid_from').notNullable()
      table.bigInteger('created_at').notNullable()
      table.text('actor').notNullable()
      table.index(['endpoint', 'revision'], named('price_of_endpoint'))
    })
    await knex.schema.createTable(named('commission_rate'), (table) => {
      table.text('account_id').notNullable().primary()
      table.integer('basis_points').notNullable()
      table.check('basis_points >= 0 and basis_points <= 10000', undefined, named('commission_rate_share'))
    })
    await knex.schema.createTable(named('commission_rollup'), (table) => {
      table.text('id').notNullable()
      table.text('ledger_account').notNullable()
      table.text('environment').notNullable()
      table.bigInteger('amount').notNullable()
      table.bigInteger('entries').notNullable()
      table.bigInteger('at').notNullable()
      table.primary(['ledger_account', 'environment', 'id'])
    })
    await knex.raw(`alter table ${named('ledger_entry')} add column rolled_up text`)
    // Knex cannot say `where`. Entries of commission alone: those of wallets and of revenue cost nothing more. What no roll-up contains
    // yet is few, and stays so however much was earned.
    const ofCommission = `substr(ledger_account, 1, 11) = 'commission:'`
    await knex.raw(
      `create index ${named('commission_month')} on ${named('ledger_entry')} (ledger_account, environment, at)
        where ${ofCommission}`,
    )
    await knex.raw(
      `create index ${named('commission_tail')} on ${named('ledger_entry')} (ledger_account, environment)
        where ${ofCommission} and rolled_up is null`,
    )
  },
}
