import type { SchemaTarget } from '../connection/schema-target.ts'

/** Roll-ups of commission (decision 0022). Its entries, and their indexes, stand in the ledger. */
export async function createCommissionTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('commission_rollup'), (table) => {
    table.text('id').notNullable()
    table.text('ledger_account').notNullable()
    table.text('environment').notNullable()
    table.bigInteger('amount').notNullable()
    table.bigInteger('entries').notNullable()
    table.bigInteger('at').notNullable()
    table.primary(['ledger_account', 'environment', 'id'])
  })
}
