import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/** Records of plugins. Values of account records are encrypted; `hash` in `record_key` is a keyed hash. */
export async function createRecordTables(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('record'), (table) => {
    table.bigIncrements('position')
    table.text('collection').notNullable()
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('id').notNullable()
    table.text('state').notNullable()
    table.integer('version').notNullable()
    table.binary('value').notNullable()
    table.bigInteger('keep_until').nullable()
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.unique(['account_id', 'environment', 'collection', 'id'], { indexName: named('record_once') })
    table.index(['account_id', 'environment', 'collection', 'position'], named('record_newest'))
  })
  const where = 'keep_until is not null'
  await partialIndex(target, 'record_ending', { on: 'record', columns: 'keep_until', where })
  await knex.schema.createTable(named('record_key'), (table) => {
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('collection').notNullable()
    table.text('name').notNullable()
    table.text('hash').notNullable()
    table.text('record_id').notNullable()
    table.primary(['account_id', 'environment', 'collection', 'name', 'hash', 'record_id'])
    table.index(['account_id', 'environment', 'collection', 'record_id'], named('record_key_of'))
  })
  await knex.schema.createTable(named('shared_record'), (table) => {
    table.text('collection').notNullable()
    table.text('id').notNullable()
    table.text('value').notNullable()
    table.integer('version').notNullable().defaultTo(1)
    table.bigInteger('created_at').notNullable()
    table.bigInteger('updated_at').notNullable()
    table.primary(['collection', 'id'])
    table.index(['collection', 'created_at', 'id'], named('shared_record_newest'))
  })
}
