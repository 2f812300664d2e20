import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/** Webhook endpoints, what is sent to them, and the bytes of each event that is sent. */
export async function createWebhookTables(target: SchemaTarget): Promise<void> {
  await endpoints(target)
  await attempts(target)
}

/**
 * `secret` and `next_secret` are encrypted; `events` is JSON, null for all. An endpoint gets the events of its wallet after `after_sequence`. Its
 * delivery queue is leased to one process at a time.
 */
async function endpoints({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('webhook_endpoint'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('url').notNullable()
    table.text('description').notNullable()
    table.text('events').nullable()
    table.bigInteger('after_sequence').notNullable()
    table.text('status').notNullable()
    table.text('disabled_reason').nullable()
    table.binary('secret').notNullable()
    table.binary('next_secret').nullable()
    table.bigInteger('next_from').nullable()
    table.bigInteger('failing_since').nullable()
    table.text('queue_owner').nullable()
    table.bigInteger('queue_until').nullable()
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

/** One row an attempt: one that is `pending` is still to come, in its delivery queue. */
async function attempts(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('webhook_attempt'), (table) => {
    table.text('id').notNullable().primary()
    table.text('queue').notNullable()
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
  const on = 'webhook_attempt'
  await partialIndex(target, 'webhook_attempt_due', {
    ...{ on, columns: 'queue, scheduled_at, id', where: "status = 'pending'" },
  })
  // The same event that is handed over once more makes no second first attempt.
  await partialIndex(target, 'webhook_attempt_once', {
    ...{ on, columns: 'event_id, endpoint_id', where: 'attempt < 2 and queue = endpoint_id', unique: true },
  })
}
