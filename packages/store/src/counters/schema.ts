import type { SchemaTarget } from '../connection/schema-target.ts'

/** What is counted of an account: units of a plan, calls of a month. */
export async function createCounterTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('counter'), (table) => {
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('name').notNullable()
    table.text('period').notNullable()
    table.bigInteger('value').notNullable()
    table.primary(['account_id', 'environment', 'name', 'period'])
  })
}
