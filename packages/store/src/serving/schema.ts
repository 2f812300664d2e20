import type { SchemaTarget } from '../connection/schema-target.ts'

/** Which process serves a SQLite file. */
export async function createServingTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('serve_lock'), (table) => {
    table.integer('id').notNullable().primary()
    table.text('owner').notNullable()
    table.integer('pid').notNullable()
    table.text('host').notNullable()
    table.bigInteger('heartbeat').notNullable()
  })
}
