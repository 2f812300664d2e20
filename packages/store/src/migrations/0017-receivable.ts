import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** What is receivable of a wallet, by its account: few entries, which the guard adds up beside what the wallet owes. */
export const receivable0017 = {
  name: '0017-receivable',
  async up(knex: Knex, named: TableName): Promise<void> {
    // Knex cannot say `where`. All other entries cost nothing more.
    await knex.raw(
      `create index ${named('receivable_of')} on ${named('ledger_entry')} (ledger_account, environment)
        where substr(ledger_account, 1, 11) = 'receivable:'`,
    )
  },
}
