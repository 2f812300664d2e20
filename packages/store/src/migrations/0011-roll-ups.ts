import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/**
 * Counts of the usage log by day, and up to which row it is in them (decision 0026). `day` counts days since 1970 in Asia/Kolkata;
 * `code` is empty for an answer; `bucket` is core's `latencyBucket`. On PostgreSQL besides a BRIN index, by which the rows after an id
 * are found: it is a few pages, and a call that writes its row does not touch it (analytics/block-summaries.ts).
 */
export const rollUps0011 = {
  name: '0011-roll-ups',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    const text = (name: string): string => `${name} text not null`
    const key = ['account_id', 'environment', 'day', 'endpoint', 'key_id', 'outcome', 'code', 'bucket']
    await knex.raw(
      `create table ${named('usage_roll_up')} (
        ${['account_id', 'environment', 'endpoint', 'key_id', 'outcome', 'code'].map(text).join(', ')},
        day integer not null, bucket integer not null, calls bigint not null, charged bigint not null,
        primary key (${key.join(', ')})
      )${dialect === 'sqlite3' ? ' without rowid' : ''}`,
    )
    await knex.schema.createTable(named('usage_rolled_up'), (table) => {
      table.integer('id').notNullable().primary()
      table.bigInteger('through_id').notNullable()
    })
    await knex(named('usage_rolled_up')).insert({ id: 1, through_id: 0 })
    if (dialect === 'pg')
      await knex.raw(
        `create index ${named('usage_by_id')} on ${named('usage')} using brin (id) with (pages_per_range = 64)`,
      )
  },
}
