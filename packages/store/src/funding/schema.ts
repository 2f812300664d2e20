import type { SchemaTarget } from '../connection/schema-target.ts'

/** Money on its way into wallets, and what belongs to it. */
export async function createFundingTables(target: SchemaTarget): Promise<void> {
  await fundings(target)
  await besides(target)
}

/**
 * Fundings, among them what operators do to wallets by hand (decision 0048): `reference` is theirs in the ledger, `from_account_id` the parent of an
 * allotment. `approvals` is JSON: `[{ actor, at }]`. `gateway_order_id` is the gateway's own order, `gateway_asked_at` when it was asked for it
 * (decision 0053).
 */
async function fundings({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('funding'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable().references('id').inTable(named('account'))
    table.text('environment').notNullable()
    table.text('method').notNullable()
    table.text('state').notNullable()
    table.bigInteger('amount').notNullable()
    table.bigInteger('reversed').notNullable().defaultTo(0)
    table.text('reference').nullable()
    table.text('from_account_id').nullable()
    table.text('rail').nullable()
    table.text('utr').nullable()
    table.text('gateway').nullable()
    table.text('gateway_order_id').nullable()
    table.bigInteger('gateway_asked_at').nullable()
    table.text('payment_id').nullable()
    table.text('reason').nullable()
    table.text('approvals').notNullable()
    table.integer('suspended_account').notNullable().defaultTo(0)
    table.text('created_by').notNullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.index(['account_id', 'id'], named('funding_of_account'))
    table.index(['state', 'id'], named('funding_by_state'))
    table.index(['from_account_id', 'created_at'], named('funding_from_account'))
  })
}

/**
 * A UTR or payment id is one row of `funding_reference`, so it stands with one funding whatever the method. `funding_clawback` has the calls whose
 * commission was taken back, `funding_suspense` what gateways took and no order explains.
 */
async function besides({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('funding_reference'), (table) => {
    table.text('reference').notNullable().primary()
    table.text('funding_id').notNullable()
    table.index(['funding_id'], named('funding_reference_of'))
  })
  await knex.schema.createTable(named('funding_clawback'), (table) => {
    table.text('reference').notNullable().primary()
    table.text('funding_id').notNullable()
  })
  await knex.schema.createTable(named('funding_suspense'), (table) => {
    table.text('id').notNullable().primary()
    table.text('gateway').notNullable()
    table.text('payment_id').notNullable()
    table.bigInteger('amount').notNullable()
    table.text('currency').notNullable()
    table.text('reference').nullable()
    table.text('reason').notNullable()
    table.text('state').notNullable()
    table.text('resolution').nullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['gateway', 'payment_id'], { indexName: named('funding_suspense_once') })
  })
}
