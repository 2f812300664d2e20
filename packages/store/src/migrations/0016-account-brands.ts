import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** Brands of accounts (core's `Brands`): one for each account, each host once. */
export const accountBrands0016 = {
  name: '0016-account-brands',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.createTable(named('account_brand'), (table) => {
      table.text('account_id').notNullable().primary().references('id').inTable(named('account'))
      table.text('host').notNullable()
      table.text('name').notNullable()
      table.text('support_email').nullable()
      table.text('colour').nullable()
      table.bigInteger('updated_at').notNullable()
      table.unique(['host'], { indexName: named('account_brand_host') })
    })
  },
}
