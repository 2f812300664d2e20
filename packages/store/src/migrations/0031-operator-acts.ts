import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** What operators do to wallets by hand stands with the fundings: its reference in the ledger, and the parent of an allotment. */
export const operatorActs0031 = {
  name: '0031-operator-acts',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.alterTable(named('funding'), (table) => {
      table.text('reference').nullable()
      table.text('from_account_id').nullable()
      table.index(['from_account_id', 'created_at'], named('funding_from_account'))
    })
  },
}
