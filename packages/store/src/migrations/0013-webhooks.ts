import type { Knex } from 'knex'
import type { TableName } from './0001-schema.ts'

/**
 * Webhook endpoints, what is sent to them, and the bytes of each event that is sent. In `outbox` what a sink beside others took
 * (`taken`: its names, each between commas), which event another one replays, and for which endpoint alone it is meant; in
 * `outbox_lease` who hands events to a sink.
 */
export const webhooks0013 = {
  name: '0013-webhooks',
  async up(knex: Knex, named: TableName): Promise<void> {
    for (const column of ['taken', 'replay_of', 'endpoint_id'])
      await knex.raw(`alter table ${named('outbox')} add column ${column} text`)
    await knex.schema.createTable(named('outbox_lease'), (table) => {
      table.text('sink').notNullable().primary()
      table.text('owner').notNullable()
      table.bigInteger('lease_until').notNullable()
    })
    await endpoints(knex, named)
    await attempts(knex, named)
  },
}

/** `secret` and `next_secret` are sealed; `events` is JSON, null for all. A lane is leased to one process at a time. */
async function endpoints(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('webhook_endpoint'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('url').notNullable()
    table.text('description').notNullable()
    table.text('events').nullable()
    table.text('status').notNullable()
    table.text('disabled_reason').nullable()
    table.binary('secret').notNullable()
    table.binary('next_secret').nullable()
    table.bigInteger('next_from').nullable()
    table.bigInteger('failing_since').nullable()
    table.text('lane_owner').nullable()
    table.bigInteger('lane_until').nullable()
    table.bigInteger('created_at').notNullable()
    table.index(['account_id', 'environment'], named('webhook_endpoint_of'))
  })
  await knex.schema.createTable(named('webhook_body'), (table) => {
    table.text('event_id').notNullable().primary()
    table.binary('body').notNullable()
    table.bigInteger('at').notNullable()
    table.index(['at'], named('webhook_body_at'))
  })
}

/** One row an attempt: one that is `pending` is still to come, in its lane. */
async function attempts(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('webhook_attempt'), (table) => {
    table.text('id').notNullable().primary()
    table.text('lane').notNullable()
    table.text('endpoint_id').notNullable()
    table.text('event_id').notNullable()
    table.text('event_type').notNullable()
    table.integer('attempt').notNullable()
    table.text('status').notNullable()
    table.integer('http_status').nullable()
    table.integer('latency_ms').nullable()
    table.text('error').nullable()
    table.text('response_excerpt').nullable()
    table.bigInteger('scheduled_at').notNullable()
    table.bigInteger('attempted_at').nullable()
    table.text('replay_of').nullable()
    table.index(['endpoint_id', 'id'], named('webhook_attempt_newest'))
    table.index(['event_id', 'endpoint_id'], named('webhook_attempt_of_event'))
  })
  const on = named('webhook_attempt')
  await knex.raw(
    `create index ${named('webhook_attempt_due')} on ${on} (lane, scheduled_at, id) where status = 'pending'`,
  )
  // The same event that is handed over once more makes no second first attempt.
  await knex.raw(
    `create unique index ${named('webhook_attempt_once')} on ${on} (event_id, endpoint_id)
      where attempt < 2 and lane = endpoint_id`,
  )
}
