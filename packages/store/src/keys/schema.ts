import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * API keys, the windows of their rates, and named requests for keys, so that one which is sent again issues no second key. `restrictions` is
 * JSON: `{ endpoints, ipRanges }`. `version` rises with every change of the key, `secret_version` with a rotation alone: it says which secret made a token.
 */
export async function createKeyTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('api_key'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('public_id').notNullable().unique()
    table.text('label').notNullable()
    table.text('status').notNullable()
    table.integer('version').notNullable()
    table.integer('secret_version').notNullable().defaultTo(1)
    table.text('secret_hash').notNullable().index()
    table.text('pepper_id').notNullable()
    table.text('previous_secret_hash').nullable().index()
    table.text('previous_pepper_id').nullable()
    table.bigInteger('previous_until').nullable()
    table.text('restrictions').notNullable()
    table.bigInteger('expires_at').nullable()
    table.bigInteger('exposed_at').nullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('revoked_at').nullable()
    table.index(['account_id'])
  })
  await knex.schema.createTable(named('key_window'), (table) => {
    table.text('key_id').notNullable().primary()
    table.text('windows').notNullable()
  })
  await knex.schema.createTable(named('key_request'), (table) => {
    table.text('actor').notNullable()
    table.text('name').notNullable()
    table.text('key_id').notNullable()
    table.bigInteger('at').notNullable()
    table.primary(['actor', 'name'])
  })
}
