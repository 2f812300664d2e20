import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/**
 * Subscriptions to plans. `terms` is JSON: the plan of this period. `revision` is that of the subscription's last change.
 */
export async function createPlanTables(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('plan_subscription'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable().references('id').inTable(named('account'))
    table.text('plan').notNullable()
    table.text('terms').notNullable()
    table.text('state').notNullable()
    table.text('period').notNullable()
    table.bigInteger('begins_at').notNullable()
    table.bigInteger('ends_at').notNullable()
    table.text('next_plan').nullable()
    table.bigInteger('grace_until').nullable()
    // Of a period, by the terms.
    table.bigInteger('price').notNullable()
    table.bigInteger('paid').notNullable()
    // Units of the period's pool; null: without a limit.
    table.bigInteger('pool_limit').nullable()
    table.integer('reported_percent').notNullable().defaultTo(0)
    table.bigInteger('started_at').notNullable()
    table.bigInteger('ended_at').nullable()
    table.bigInteger('revision').notNullable()
    table.index(['account_id', 'id'], named('plan_subscription_of'))
    table.index(['revision'], named('plan_subscription_revision'))
  })
  const [on, where] = ['plan_subscription', "state <> 'ended'"]
  await partialIndex(target, 'plan_subscription_open', { on, columns: 'account_id', where, unique: true })
  await partialIndex(target, 'plan_subscription_due', { on, columns: 'id', where })
}
