import type { SchemaTarget } from '../connection/schema-target.ts'

/** Credentials of the admin API (core's `AdminTokens`): a keyed hash of each secret, never the secret. */
export async function createAdminTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('admin_token'), (table) => {
    table.text('id').notNullable().primary()
    table.text('name').notNullable()
    table.text('account_id').nullable().references('id').inTable(named('account'))
    table.text('scopes').notNullable()
    table.text('secret_hash').notNullable()
    table.text('pepper_id').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('expires_at').nullable()
    table.bigInteger('revoked_at').nullable()
    table.unique(['name'], { indexName: named('admin_token_name') })
    table.unique(['secret_hash'], { indexName: named('admin_token_secret') })
  })
}
