import type { Knex } from 'knex'
import type { Dialect } from '../connection/database.ts'
import type { TableName } from './0001-schema.ts'

/**
 * A row of the usage log may stand for several refusals of one second, a wallet has the calls of its account's last minute where those are limited, and
 * a request is found by its id (decisions 0044 and 0045).
 */
export const countedRefusals0026 = {
  name: '0026-counted-refusals',
  async up(knex: Knex, named: TableName, dialect: Dialect): Promise<void> {
    const [usage, wallet] = [named('usage'), named('wallet')]
    await knex.raw(`alter table ${usage} add column calls integer not null default 1`)
    await knex.raw(`alter table ${wallet} add column calls text`)
    await knex.raw(
      `create index ${named('usage_by_request')} on ${usage} (account_id, environment, request_id, at${dialect === 'pg' ? ', id' : ''})`,
    )
  },
}
