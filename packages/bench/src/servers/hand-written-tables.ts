import type { Knex } from 'knex'

/** Tables of the hand-written server: what one would make in a day. */
export async function createTables({ schema }: Knex): Promise<void> {
  await schema
    .createTable('api_key', (table) => {
      table.string('public_id').primary()
      table.string('secret_hash')
      table.string('account_id')
      table.string('status')
    })
    .createTable('wallet', (table) => {
      table.string('account_id').primary()
      table.bigInteger('balance')
    })
    .createTable('request_id', (table) => {
      table.string('account_id')
      table.string('request_id')
      table.text('body')
      table.primary(['account_id', 'request_id'])
    })
    .createTable('usage', (table) => {
      table.increments('id')
      table.string('account_id')
      table.string('request_id')
      table.integer('status')
      table.bigInteger('charged')
      table.bigInteger('at')
    })
}
