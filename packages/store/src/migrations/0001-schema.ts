import type { Knex } from 'knex'

/** Gives a table its prefix. */
export type TableName = (name: string) => string
type Table = Knex.CreateTableBuilder

/** Ids are ULIDs unless they are counted; amounts are micro-rupees; times are milliseconds since 1970. */
const id = (table: Table, name: string): Knex.ColumnBuilder => table.text(name).notNullable()
const amount = (table: Table, name: string): Knex.ColumnBuilder => table.bigInteger(name).notNullable().defaultTo(0)
const time = (table: Table, name: string): Knex.ColumnBuilder => table.bigInteger(name).notNullable()
const ofWallet = (table: Table): void => {
  id(table, 'account_id')
  table.text('environment').notNullable()
}

/** Accounts, keys and what encrypts for them. `restrictions` is JSON: `{ endpoints, ipRanges }`. */
async function accounts(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('account'), (table) => {
    id(table, 'id').primary()
    table.text('name').notNullable()
    table.text('role').notNullable()
    table.text('parent_id').nullable().references('id').inTable(named('account'))
    table.text('status').notNullable()
    table.text('kyc').notNullable()
    time(table, 'created_at')
  })
  await knex.schema.createTable(named('api_key'), (table) => {
    id(table, 'id').primary()
    ofWallet(table)
    table.text('public_id').notNullable().unique()
    table.text('label').notNullable()
    table.text('status').notNullable()
    table.integer('version').notNullable()
    table.text('secret_hash').notNullable().index()
    table.text('pepper_id').notNullable()
    table.text('previous_secret_hash').nullable().index()
    table.text('previous_pepper_id').nullable()
    table.bigInteger('previous_until').nullable()
    table.text('restrictions').notNullable()
    table.bigInteger('expires_at').nullable()
    table.bigInteger('exposed_at').nullable()
    time(table, 'created_at')
    table.bigInteger('revoked_at').nullable()
    table.index(['account_id'])
  })
  await knex.schema.createTable(named('key_window'), (table) => {
    id(table, 'key_id').primary()
    table.text('windows').notNullable()
  })
  await knex.schema.createTable(named('data_key'), (table) => {
    id(table, 'account_id').primary()
    table.text('master_key_id').notNullable()
    table.binary('wrapped').notNullable()
    time(table, 'created_at')
  })
}

/** Wallets, and the double entries behind them. A wallet's entries are numbered without a gap. */
async function money(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('wallet'), (table) => {
    ofWallet(table)
    amount(table, 'posted')
    amount(table, 'held')
    table.bigInteger('version').notNullable().defaultTo(0)
    table.text('requests_day').notNullable().defaultTo('')
    table.bigInteger('requests_today').notNullable().defaultTo(0)
    table.bigInteger('requests_total').notNullable().defaultTo(0)
    table.bigInteger('event_sequence').notNullable().defaultTo(0)
    table.primary(['account_id', 'environment'])
    table.check('posted - held >= 0', undefined, named('wallet_available'))
    table.check('held >= 0', undefined, named('wallet_held'))
  })
  await knex.schema.createTable(named('ledger_entry'), (table) => {
    table.bigIncrements('id')
    table.text('transaction_id').notNullable()
    table.text('kind').notNullable()
    table.text('ledger_account').notNullable()
    table.text('environment').notNullable()
    amount(table, 'amount')
    table.bigInteger('previous').nullable()
    table.bigInteger('balance').nullable()
    table.bigInteger('version').nullable()
    table.text('actor').notNullable()
    table.text('request_id').notNullable()
    table.text('price_version').notNullable()
    time(table, 'at')
  })
  await knex.schema.createTable(named('credit'), (table) => {
    id(table, 'id').primary()
    ofWallet(table)
    table.text('reference').notNullable()
    amount(table, 'amount')
    table.text('actor').notNullable()
    time(table, 'at')
    table.unique(['account_id', 'environment', 'reference'], { indexName: named('credit_once') })
  })
}

/** Calls, and apart from them (bodies are large) what is stored of them, sealed. `legs` is JSON. */
async function calls(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('call'), (table) => {
    table.bigIncrements('id')
    table
      .text('reference')
      .notNullable()
      .unique({ indexName: named('call_reference') })
    ofWallet(table)
    id(table, 'key_id')
    table.text('endpoint').notNullable()
    table.text('request_id').notNullable()
    table.text('claim').nullable()
    table.text('fingerprint').notNullable()
    table.text('phase').notNullable()
    table.integer('epoch').notNullable()
    table.text('owner').notNullable()
    amount(table, 'price')
    table.text('price_version').notNullable()
    table.text('legs').notNullable()
    amount(table, 'charged')
    amount(table, 'refunded')
    time(table, 'lease_until')
    time(table, 'at')
    table.bigInteger('settled_at').nullable()
    table.integer('status').nullable()
    table.text('later').nullable()
    table.text('operation').nullable()
    table.text('provider').nullable()
    table.unique(['account_id', 'environment', 'claim'], { indexName: named('call_claim') })
  })
  await knex.schema.createTable(named('response'), (table) => {
    table.bigInteger('call_id').notNullable().primary()
    table.binary('body').notNullable()
  })
  await knex.schema.createTable(named('call_input'), (table) => {
    table.bigInteger('call_id').notNullable().primary()
    table.binary('input').notNullable()
  })
}

/** The usage log (no input, no output) and consents. */
async function logs(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('usage'), (table) => {
    table.bigIncrements('id')
    ofWallet(table)
    id(table, 'key_id')
    id(table, 'reference')
    table.text('request_id').notNullable()
    table.text('endpoint').notNullable()
    table.integer('status').notNullable()
    table.text('outcome').notNullable()
    table.text('code').nullable()
    table.integer('latency_ms').notNullable()
    amount(table, 'charged')
    table.text('ip').notNullable()
    time(table, 'at')
  })
  await knex.schema.createTable(named('consent'), (table) => {
    table.bigIncrements('id')
    ofWallet(table)
    id(table, 'reference')
    table.text('subject').notNullable().index()
    table.text('purpose').notNullable()
    table.text('notice').notNullable()
    table.text('artefact').notNullable()
    table.text('ip').notNullable()
    time(table, 'at')
  })
}

/** Records of plugins. Values of account records are sealed; `hash` in `record_key` is a keyed hash. */
async function records(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('record'), (table) => {
    table.bigIncrements('position')
    table.text('collection').notNullable()
    ofWallet(table)
    id(table, 'id')
    table.text('state').notNullable()
    table.integer('version').notNullable()
    table.binary('value').notNullable()
    table.bigInteger('keep_until').nullable()
    time(table, 'created_at')
    time(table, 'updated_at')
    table.unique(['account_id', 'environment', 'collection', 'id'], { indexName: named('record_once') })
    table.index(['account_id', 'environment', 'collection', 'position'], named('record_newest'))
  })
  await knex.schema.createTable(named('record_key'), (table) => {
    ofWallet(table)
    table.text('collection').notNullable()
    table.text('name').notNullable()
    table.text('hash').notNullable()
    id(table, 'record_id')
    table.primary(['account_id', 'environment', 'collection', 'name', 'hash', 'record_id'])
    table.index(['account_id', 'environment', 'collection', 'record_id'], named('record_key_of'))
  })
  await knex.schema.createTable(named('shared_record'), (table) => {
    table.text('collection').notNullable()
    table.text('id').notNullable()
    table.text('value').notNullable()
    table.integer('version').notNullable().defaultTo(1)
    time(table, 'created_at')
    time(table, 'updated_at')
    table.primary(['collection', 'id'])
    table.index(['collection', 'created_at', 'id'], named('shared_record_newest'))
  })
}

/** Events that wait for the sink, jobs, and who serves (SQLite). `slot` is unique per scheduled run: two processes make one. */
async function work(knex: Knex, named: TableName): Promise<void> {
  await knex.schema.createTable(named('outbox'), (table) => {
    table.bigIncrements('position')
    id(table, 'id').unique({ indexName: named('outbox_id') })
    table.text('type').notNullable()
    ofWallet(table)
    table.bigInteger('sequence').notNullable()
    table.text('data').notNullable()
    time(table, 'at')
    table.bigInteger('delivered_at').nullable()
    table.unique(['account_id', 'environment', 'sequence'], { indexName: named('outbox_sequence') })
  })
  await knex.schema.createTable(named('job'), (table) => {
    id(table, 'id').primary()
    table.text('name').notNullable()
    table.binary('payload').nullable()
    table.text('account_id').nullable()
    table.text('environment').nullable()
    time(table, 'run_at')
    table.integer('attempt').notNullable().defaultTo(0)
    table.integer('attempts').notNullable()
    table.text('state').notNullable().defaultTo('waiting')
    table.text('owner').nullable()
    table.bigInteger('lease_until').nullable()
    table.text('error').nullable()
    table
      .text('slot')
      .nullable()
      .unique({ indexName: named('job_slot') })
    time(table, 'created_at')
  })
  await knex.schema.createTable(named('serve_lock'), (table) => {
    table.integer('id').notNullable().primary()
    table.text('owner').notNullable()
    table.integer('pid').notNullable()
    table.text('host').notNullable()
    time(table, 'heartbeat')
  })
}

/** Indexes of the rows that are few: what is open, undelivered or due. Knex cannot say `where` for both databases. */
async function partialIndexes(knex: Knex, named: TableName): Promise<void> {
  const index = async (name: string, on: readonly [table: string, columns: string], where: string): Promise<void> => {
    const [table, columns] = on
    await knex.raw(`create ${name} on ${named(table)} (${columns}) where ${where}`)
  }
  await index(`index ${named('call_open')}`, ['call', 'lease_until'], "phase in ('held', 'dispatched')")
  await index(
    `unique index ${named('entry_version')}`,
    ['ledger_entry', 'ledger_account, environment, version'],
    'version is not null',
  )
  await index(`index ${named('outbox_waiting')}`, ['outbox', 'position'], 'delivered_at is null')
  await index(`index ${named('job_due')}`, ['job', 'run_at'], "state = 'waiting'")
  await index(`index ${named('job_leased')}`, ['job', 'lease_until'], "state = 'running'")
  await index(`index ${named('record_ending')}`, ['record', 'keep_until'], 'keep_until is not null')
}

/** The first schema. */
export const schema0001 = {
  name: '0001-schema',
  async up(knex: Knex, named: TableName): Promise<void> {
    await accounts(knex, named)
    await money(knex, named)
    await calls(knex, named)
    await logs(knex, named)
    await records(knex, named)
    await work(knex, named)
    await partialIndexes(knex, named)
  },
}
