import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** What is counted of an account: units of a plan, calls of a month. `pool` of a call is the counter whose unit pays for it. */
export const counters0015 = {
  name: '0015-counters',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.schema.createTable(named('counter'), (table) => {
      table.text('account_id').notNullable()
      table.text('environment').notNullable()
      table.text('name').notNullable()
      table.text('period').notNullable()
      table.bigInteger('value').notNullable()
      table.primary(['account_id', 'environment', 'name', 'period'])
    })
    await knex.raw(`alter table ${named('call')} add column pool text`)
  },
}
