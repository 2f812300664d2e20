import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** What only one call of an account and environment may have beside its request id, such as the `client_order_id` of an order. */
export const uniqueKeys0028 = {
  name: '0028-unique-keys',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.alterTable(named('call'), (table) => {
      table.text('unique_key').nullable()
    })
    // Without a row for the calls that have none, which are almost all.
    await knex.raw('create unique index ?? on ?? (unique_key, account_id, environment) where unique_key is not null', [
      named('call_unique_key'),
      named('call'),
    ])
  },
}
