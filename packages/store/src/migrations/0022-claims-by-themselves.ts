import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * The index of claims begins with the claim (decision 0036): ids that rise with time stand at its end, whoever sent them. Behind the
 * account each of them had a page of its account's to change.
 */
export const claimsByThemselves0022 = {
  name: '0022-claims-by-themselves',
  async up(knex: Knex, named: TableName): Promise<void> {
    const indexName = named('call_claim')
    await knex.schema.alterTable(named('call'), (table) => {
      table.dropUnique(['account_id', 'environment', 'claim'], indexName)
      table.unique(['claim', 'account_id', 'environment'], { indexName })
    })
  },
}
