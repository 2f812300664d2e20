import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * Subscriptions to plans. `terms` is JSON: the plan of this month. `revision` is that of the subscription's last change, taken from
 * the one row of `plan_revision`, whose lock is kept until the commit: so revisions become visible in their order.
 */
export const plans0014 = {
  name: '0014-plans',
  async up(knex: Knex, named: TableName): Promise<void> {
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
      // Of a month, by the terms.
      table.bigInteger('price').notNullable()
      table.bigInteger('paid').notNullable()
      // Units of the month's pool; null: without a limit.
      table.bigInteger('pool_limit').nullable()
      table.integer('told').notNullable().defaultTo(0)
      table.bigInteger('started_at').notNullable()
      table.bigInteger('ended_at').nullable()
      table.bigInteger('revision').notNullable()
      table.index(['account_id', 'id'], named('plan_subscription_of'))
      table.index(['revision'], named('plan_subscription_revision'))
    })
    const subscriptions = named('plan_subscription')
    const open = `where state <> 'ended'`
    await knex.raw(`create unique index ${named('plan_subscription_open')} on ${subscriptions} (account_id) ${open}`)
    await knex.raw(`create index ${named('plan_subscription_due')} on ${subscriptions} (id) ${open}`)
    await knex.schema.createTable(named('plan_revision'), (table) => {
      table.integer('id').notNullable().primary()
      table.bigInteger('revision').notNullable()
    })
    await knex(named('plan_revision')).insert({ id: 1, revision: 0 })
  },
}
