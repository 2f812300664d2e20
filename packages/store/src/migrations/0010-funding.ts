import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * Money on its way into wallets. `approvals` is JSON: `[{ actor, at }]`. A UTR or payment id is one row of `funding_reference`, so it
 * stands with one funding whatever the method. `funding_clawback` has the calls
 * whose commission was taken back. `funding_suspense` has what gateways took and no order explains.
 * `alert` of a wallet is JSON, `[percent, amount, base]`, where a threshold is set.
 */
export const funding0010 = {
  name: '0010-funding',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.raw(`alter table ${named('wallet')} add column alert text`)
    await knex.schema.createTable(named('funding'), (table) => {
      table.text('id').notNullable().primary()
      table.text('account_id').notNullable().references('id').inTable(named('account'))
      table.text('environment').notNullable()
      table.text('method').notNullable()
      table.text('state').notNullable()
      table.bigInteger('amount').notNullable()
      table.bigInteger('reversed').notNullable().defaultTo(0)
      table.text('rail').nullable()
      table.text('utr').nullable()
      table.text('gateway').nullable()
      table.text('payment_id').nullable()
      table.text('reason').nullable()
      table.text('approvals').notNullable()
      table.integer('froze').notNullable().defaultTo(0)
      table.text('created_by').notNullable()
      table.bigInteger('created_at').notNullable()
      table.bigInteger('updated_at').notNullable()
      table.index(['account_id', 'id'], named('funding_of_account'))
      table.index(['state', 'id'], named('funding_by_state'))
    })
    await knex.schema.createTable(named('funding_reference'), (table) => {
      table.text('reference').notNullable().primary()
      table.text('funding_id').notNullable()
      table.index(['funding_id'], named('funding_reference_of'))
    })
    await knex.schema.createTable(named('funding_clawback'), (table) => {
      table.text('reference').notNullable().primary()
      table.text('funding_id').notNullable()
    })
    await knex.schema.createTable(named('funding_suspense'), (table) => {
      table.text('id').notNullable().primary()
      table.text('gateway').notNullable()
      table.text('payment_id').notNullable()
      table.bigInteger('amount').notNullable()
      table.text('currency').notNullable()
      table.text('reference').nullable()
      table.text('reason').notNullable()
      table.text('state').notNullable()
      table.text('resolution').nullable()
      table.bigInteger('created_at').notNullable()
      table.bigInteger('updated_at').notNullable()
      table.unique(['gateway', 'payment_id'], { indexName: named('funding_suspense_once') })
    })
  },
}
