import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/** After which event of its wallet a webhook endpoint was made: it gets what came later. Those from before this step get whatever waits. */
export const webhookStart0018 = {
  name: '0018-webhook-start',
  async up(knex: Knex, named: TableName): Promise<void> {
    await knex.raw(`alter table ${named('webhook_endpoint')} add column after_sequence bigint not null default 0`)
  },
}
