import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** Requests for API keys that are named, so that one which is sent again issues no second key. */
export const keyRequests0020 = {
  name: '0020-key-requests',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.createTable(named('key_request'), (table) => {
      table.text('actor').notNullable()
      table.text('name').notNullable()
      table.text('key_id').notNullable()
      table.bigInteger('at').notNullable()
      table.primary(['actor', 'name'])
    })
  },
}
