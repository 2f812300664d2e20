import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * Accounts, and what was shown for their KYC. `apis` is what an account has bought (a JSON list; null: all). By `version` calls notice a
 * change. The index serves the walks of the tree.
 */
export async function createAccountTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('account'), (table) => {
    table.text('id').notNullable().primary()
    table.text('name').notNullable()
    table.text('role').notNullable()
    table.text('parent_id').nullable().references('id').inTable(named('account'))
    table.text('status').notNullable()
    table.text('kyc').notNullable()
    table.text('apis').nullable()
    table.bigInteger('version').notNullable().defaultTo(0)
    table.bigInteger('created_at').notNullable()
    table.index(['parent_id'], named('account_beneath'))
  })
  await knex.schema.createTable(named('kyc_file'), (table) => {
    table.text('account_id').notNullable().primary()
    table.text('documents').notNullable()
    table.bigInteger('submitted_at').nullable()
    table.bigInteger('decided_at').nullable()
    table.text('reason').nullable()
  })
}
