import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'
import { WITH_HOLD } from '../wallet/with-hold.ts'

/** Calls, what is stored of them, consents, and on PostgreSQL the marks of batches. */
export async function createBillingTables(target: SchemaTarget): Promise<void> {
  await calls(target)
  await stored(target)
  await consents(target)
  if (target.dialect === 'pg') await marks(target)
}

/**
 * Calls. `claim` is the request id as it was sent, null once it is free again; `unique_key` is what only one call of an account and environment
 * may have besides. Both indexes begin with it: ids that rise with time stand at their end, whoever sent them (decision 0036). `legs` is JSON:
 * the shares of the price. `pool` is the counter whose unit pays for the call.
 */
async function calls(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('call'), (table) => {
    table.bigIncrements('id')
    table
      .text('reference')
      .notNullable()
      .unique({ indexName: named('call_reference') })
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('key_id').notNullable()
    table.text('endpoint').notNullable()
    table.text('request_id').notNullable()
    table.text('claim').nullable()
    table.text('unique_key').nullable()
    table.text('fingerprint').notNullable()
    table.text('phase').notNullable()
    table.integer('epoch').notNullable()
    table.text('owner').notNullable()
    table.bigInteger('price').notNullable().defaultTo(0)
    table.text('price_version').notNullable()
    table.text('legs').notNullable()
    table.text('pool').nullable()
    table.bigInteger('charged').notNullable().defaultTo(0)
    table.bigInteger('refunded').notNullable().defaultTo(0)
    table.bigInteger('lease_until').notNullable()
    table.bigInteger('at').notNullable()
    table.bigInteger('settled_at').nullable()
    table.integer('status').nullable()
    table.text('async_state').nullable()
    table.text('operation').nullable()
    table.text('provider').nullable()
    table.unique(['claim', 'account_id', 'environment'], { indexName: named('call_claim') })
  })
  const on = 'call'
  await partialIndex(target, 'call_unique_key', {
    ...{ on, columns: 'unique_key, account_id, environment', where: 'unique_key is not null', unique: true },
  })
  // Calls with an open hold.
  await partialIndex(target, 'call_open', { on, columns: 'lease_until', where: WITH_HOLD })
  // Which charged calls are not completed yet, for the settlement of commission (decision 0052).
  await partialIndex(target, 'call_pending', {
    ...{ on, columns: 'environment', where: "async_state = 'pending' and charged > 0" },
  })
}

/** Stored answers and inputs, encrypted, apart from their calls: bodies are large. */
async function stored({ knex, named, dialect }: SchemaTarget): Promise<void> {
  const columns = { response: 'body', call_input: 'input' }
  for (const [name, column] of Object.entries(columns))
    await knex.schema.createTable(named(name), (table) => {
      // On SQLite an integer key is the row's own number; any other type would have an index besides.
      const call = dialect === 'sqlite3' ? table.integer('call_id') : table.bigInteger('call_id')
      call.notNullable().primary()
      table.binary(column).notNullable()
    })
}

async function consents({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('consent'), (table) => {
    table.bigIncrements('id')
    table.text('account_id').notNullable()
    table.text('environment').notNullable()
    table.text('reference').notNullable()
    table.text('subject').notNullable().index()
    table.text('purpose').notNullable()
    table.text('notice').notNullable()
    table.text('artefact').notNullable()
    table.text('ip').notNullable()
    table.bigInteger('at').notNullable()
  })
}

/**
 * A row for each lane of batches, by which a commit that was not acknowledged is recognised (decision 0013). It is written over and over: half
 * of each page is left free, so that no index has to follow.
 */
async function marks({ knex, named }: SchemaTarget): Promise<void> {
  await knex.raw(
    `create table ${named('batch_mark')} (lane text primary key, batch bigint not null, at bigint not null)
      with (fillfactor = 50)`,
  )
}
