import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** Which secret of a key made a token: its version rises with a rotation alone, `version` with every change of the key. */
export const secretVersions0027 = {
  name: '0027-secret-versions',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.alterTable(named('api_key'), (table) => {
      table.integer('secret_version').notNullable().defaultTo(1)
    })
  },
}
