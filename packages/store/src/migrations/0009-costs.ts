import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** Attempts at providers and what each cost us: no money moves by them. */
export const costs0009 = {
  name: '0009-costs',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.createTable(named('provider_attempt'), (table) => {
      table.bigIncrements('id')
      table.bigInteger('at').notNullable()
      table.text('reference').notNullable()
      table.text('account_id').notNullable()
      table.text('environment').notNullable()
      table.text('endpoint').notNullable()
      table.text('provider').notNullable()
      table.text('operation').notNullable()
      table.text('outcome').notNullable()
      table.bigInteger('cost').notNullable()
      table.index(['at'], named('provider_attempt_at'))
    })
  },
}
