import type { SchemaTarget } from '../connection/schema-target.ts'

/** Rates of commission (decision 0021) and its roll-ups (decision 0022). Its entries, and their indexes, stand in the ledger. */
export async function createCommissionTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('commission_rate'), (table) => {
    table.text('account_id').notNullable().primary()
    table.integer('basis_points').notNullable()
    table.check('basis_points >= 0 and basis_points <= 10000', undefined, named('commission_rate_share'))
  })
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
