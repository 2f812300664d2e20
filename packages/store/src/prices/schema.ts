import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * Price lists (decision 0021): rows are added only, one entry a revision. `tier` is null for an endpoint without tiers. `account_id` is whom a price is for, `owner_account_id` whose it is; null: the
 * operators' (decision 0059).
 */
export async function createPriceTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('price'), (table) => {
    table.bigInteger('revision').notNullable().primary()
    table.text('id').notNullable()
    table.text('owner_account_id').nullable()
    table.text('endpoint').notNullable()
    table.text('tier').nullable()
    table.text('account_id').nullable()
    table.text('role').nullable()
    table.bigInteger('from_calls').notNullable()
    table.bigInteger('price').nullable()
    table.bigInteger('valid_from').notNullable()
    table.bigInteger('created_at').notNullable()
    table.text('actor').notNullable()
    table.index(['endpoint', 'revision'], named('price_of_endpoint'))
  })
}
