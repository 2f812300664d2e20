import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** Whose price an entry is (decision 0059). Null: the operators', as all from before are. */
export const priceOwners0032 = {
  name: '0032-price-owners',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.raw(`alter table ${named('price')} add column owner_account_id text`)
  },
}
