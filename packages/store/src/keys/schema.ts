import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/**
 * API keys, the windows of their rates, and named requests for keys, so that one which is sent again issues no second key. `restrictions` is
 * JSON: `{ endpoints, ipRanges }`. `version` rises with every change of the key, `secret_version` with a rotation alone: it says which secret made a token.
 * A key with a `scheme` stands for a subject whom that auth scheme proves: it has no secret, and is the only one of its subject. `auth_nonce`
 * has digests of the nonces that schemes have claimed.
 */
export async function createKeyTables(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('api_key'), (table) => {
    table.text('id').notNullable().primary()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('public_id').notNullable().unique()
    table.text('label').notNullable()
    table.text('status').notNullable()
    table.integer('version').notNullable()
    table.integer('secret_version').notNullable().defaultTo(1)
    table.text('secret_hash').nullable().index()
    table.text('pepper_id').nullable()
    table.text('previous_secret_hash').nullable().index()
    table.text('previous_pepper_id').nullable()
    table.bigInteger('previous_until').nullable()
    table.text('restrictions').notNullable()
    table.bigInteger('expires_at').nullable()
    table.bigInteger('exposed_at').nullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('revoked_at').nullable()
    table.text('scheme').nullable()
    table.text('subject').nullable()
    table.bigInteger('subject_version').nullable()
    table.index(['account_id'])
  })
  await partialIndex(target, 'api_key_subject_once', {
    on: 'api_key',
    columns: 'account_id, scheme, subject, environment',
    where: 'scheme is not null',
    unique: true,
  })
  await knex.schema.createTable(named('key_window'), (table) => {
    table.text('key_id').notNullable().primary()
    table.text('windows').notNullable()
  })
  await knex.schema.createTable(named('key_request'), (table) => {
    table.text('actor').notNullable()
    table.text('name').notNullable()
    table.text('key_id').notNullable()
    table.bigInteger('at').notNullable()
    table.primary(['actor', 'name'])
  })
  await knex.schema.createTable(named('auth_nonce'), (table) => {
    table.text('digest').notNullable().primary()
    table.bigInteger('until').notNullable().index()
  })
}
