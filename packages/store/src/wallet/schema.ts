import type { SchemaTarget } from '../connection/schema-target.ts'

/**
 * Wallets, and the references under which money was put in or adjusted, each once. A wallet that owes has nothing available: what comes in
 * repays it first (decision 0011). `alert` is JSON, `[percent, amount, base]`, where a threshold is set; `calls` has the account's last minute,
 * where its rate is limited (decision 0044).
 */
export async function createWalletTables({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('wallet'), (table) => {
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.bigInteger('posted').notNullable().defaultTo(0)
    table.bigInteger('held').notNullable().defaultTo(0)
    table.bigInteger('owed').notNullable().defaultTo(0)
    table.bigInteger('version').notNullable().defaultTo(0)
    table.text('requests_day').notNullable().defaultTo('')
    table.bigInteger('requests_today').notNullable().defaultTo(0)
    table.bigInteger('requests_total').notNullable().defaultTo(0)
    table.bigInteger('event_sequence').notNullable().defaultTo(0)
    table.text('alert').nullable()
    table.text('calls').nullable()
    table.primary(['account_id', 'environment'])
    table.check('posted - held >= 0', undefined, named('wallet_available'))
    table.check('held >= 0', undefined, named('wallet_held'))
    table.check('owed >= 0 and (owed = 0 or posted = held)', undefined, named('wallet_owed'))
  })
  await knex.schema.createTable(named('credit'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('reference').notNullable()
    table.bigInteger('amount').notNullable().defaultTo(0)
    table.text('actor').notNullable()
    table.bigInteger('at').notNullable()
    table.unique(['account_id', 'environment', 'reference'], { indexName: named('credit_once') })
  })
  // Calls whose commission was taken back, and with what: the id of what was reversed (decision 0024).
  await knex.schema.createTable(named('clawback'), (table) => {
    table.text('reference').notNullable().primary()
    table.text('reversed_id').notNullable()
  })
  // Steps that an external wallet has still to take, each once (decision 0080). What is done is gone.
  await knex.schema.createTable(named('wallet_task'), (table) => {
    table.text('reference').notNullable()
    table.text('step').notNullable()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.bigInteger('amount').notNullable()
    table.bigInteger('at').notNullable()
    table.bigInteger('attempts').notNullable().defaultTo(0)
    table.bigInteger('next_at').notNullable()
    table.text('error').nullable()
    table.primary(['reference', 'step'])
    table.index(['next_at'], named('wallet_task_due'))
    table.check('amount > 0', undefined, named('wallet_task_amount'))
  })
}
