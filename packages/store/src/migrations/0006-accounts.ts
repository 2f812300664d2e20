import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * What an account has bought (`apis`: a JSON list; null: all), by which version calls notice a change of it, and what was shown for
 * its KYC. The index serves the walks of the tree.
 */
export const accounts0006 = {
  name: '0006-accounts',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.raw(`alter table ${named('account')} add column apis text`)
    await knex.raw(`alter table ${named('account')} add column version bigint not null default 0`)
    await knex.schema.alterTable(named('account'), (table) => {
      table.index(['parent_id'], named('account_beneath'))
    })
    await knex.schema.createTable(named('kyc_file'), (table) => {
      table.text('account_id').notNullable().primary()
      table.text('documents').notNullable()
      table.bigInteger('submitted_at').nullable()
      table.bigInteger('decided_at').nullable()
      table.text('reason').nullable()
    })
  },
}
