import type { SchemaTarget } from '../connection/schema-target.ts'

/** The data key of each account, encrypted with a master key. */
export async function createVaultTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('data_key'), (table) => {
    table.text('account_id').notNullable().primary()
    table.text('master_key_id').notNullable()
    table.binary('wrapped').notNullable()
    table.bigInteger('created_at').notNullable()
  })
}
