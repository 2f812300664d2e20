import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * What providers cost us: no money moves by it. Attempts, each with its cost; and what an operation costs from a time on, over the configuration,
 * added to only in the order of `place`.
 */
export async function createCostTables({ knex, named }: SchemaTarget): Promise<void> {
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
}
