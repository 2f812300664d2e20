import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/**
 * Events, and the leases of the relays. `delivered_sinks` lists the sinks that have an event while others wait for it, each between
 * commas; `replay_of` is the event that this one replays, `endpoint_id` its only endpoint.
 */
export async function createOutboxTables(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('outbox'), (table) => {
    table.bigIncrements('position')
    table
      .text('id')
      .notNullable()
      .unique({ indexName: named('outbox_id') })
    table.text('type').notNullable()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.bigInteger('sequence').notNullable()
    table.text('data').notNullable()
    table.bigInteger('at').notNullable()
    table.bigInteger('delivered_at').nullable()
    table.text('delivered_sinks').nullable()
    table.text('replay_of').nullable()
    table.text('endpoint_id').nullable()
    table.unique(['account_id', 'environment', 'sequence'], { indexName: named('outbox_sequence') })
  })
  const where = 'delivered_at is null'
  await partialIndex(target, 'outbox_waiting', { on: 'outbox', columns: 'position', where })
  await knex.schema.createTable(named('outbox_lease'), (table) => {
    table.text('sink').notNullable().primary()
    table.text('owner').notNullable()
    table.bigInteger('lease_until').notNullable()
  })
}
