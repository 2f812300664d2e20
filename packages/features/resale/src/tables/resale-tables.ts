import type { SchemaTarget } from '../connection/schema-target.ts'

/** Brands of accounts (core's `Brands`): one for each account, each host once. */
export async function createBrandTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('account_brand'), (table) => {
    table.text('account_id').notNullable().primary().references('id').inTable(named('account'))
    table.text('host').notNullable()
    table.text('name').notNullable()
    table.text('support_email').nullable()
    table.text('colour').nullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['host'], { indexName: named('account_brand_host') })
  })
}
