import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** What operations of providers cost us from a time on, over the configuration. Added to only, in the order of `place`. */
export const operationCosts0019 = {
  name: '0019-operation-costs',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.createTable(named('operation_cost'), (table) => {
      table.bigIncrements('place')
      table
        .text('id')
        .notNullable()
        .unique({ indexName: named('operation_cost_id') })
      table.text('plugin').notNullable()
      table.text('operation').notNullable()
      table.bigInteger('cost').notNullable()
      table.bigInteger('valid_from').notNullable()
      table.bigInteger('created_at').notNullable()
      table.text('actor').notNullable()
    })
  },
}
