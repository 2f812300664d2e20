import { partialIndex, type SchemaTarget } from '../connection/schema-target.ts'

/** The ledger, its closed periods and archives, and whether money moves. */
export async function createLedgerTables(target: SchemaTarget): Promise<void> {
  await entries(target)
  await periods(target)
  await guard(target)
}

/**
 * Entries. Those of a wallet are numbered by `version` without a gap; the others have none, nor a balance. `reason` is of refunds and adjustments.
 * `rolled_up` marks an entry of commission with the roll-up that contains it (decision 0022): it is no part of the chain of periods.
 */
async function entries(target: SchemaTarget): Promise<void> {
  await target.knex.schema.createTable(target.named('ledger_entry'), (table) => {
    table.bigIncrements('id')
    table.text('transaction_id').notNullable()
    table.text('kind').notNullable()
    table.text('ledger_account').notNullable()
    table.text('environment').notNullable()
    table.bigInteger('amount').notNullable().defaultTo(0)
    table.bigInteger('previous').nullable()
    table.bigInteger('balance').nullable()
    table.bigInteger('version').nullable()
    table.text('actor').notNullable()
    table.text('request_id').notNullable()
    table.text('price_version').notNullable()
    table.bigInteger('at').notNullable()
    table.text('reason').nullable()
    table.text('rolled_up').nullable()
  })
  const on = 'ledger_entry'
  // What keeps two entries of a wallet from one version (decision 0061).
  const columns = 'ledger_account, environment, version'
  await partialIndex(target, 'entry_version', { on, columns, where: 'version is not null', unique: true })
  // Few among many: entries of wallets and of revenue cost nothing more. What no roll-up contains stays few, however much was earned.
  const [account, ofCommission] = ['ledger_account, environment', `substr(ledger_account, 1, 11) = 'commission:'`]
  await partialIndex(target, 'commission_month', { on, columns: `${account}, at`, where: ofCommission })
  await partialIndex(target, 'commission_tail', {
    ...{ on, columns: account, where: `${ofCommission} and rolled_up is null` },
  })
  // What the guard adds up beside what a wallet owes.
  const ofReceivable = `substr(ledger_account, 1, 11) = 'receivable:'`
  await partialIndex(target, 'receivable_of', { on, columns: account, where: ofReceivable })
}

/**
 * Closed periods in a chain of hashes, and what archived ones left behind (decision 0012). `contents` is JSON: entries and digest by
 * environment. `tallies` are sums of hashes (ledger/invariants/tally.ts).
 */
async function periods(target: SchemaTarget): Promise<void> {
  const { knex, named } = target
  await knex.schema.createTable(named('ledger_period'), (table) => {
    table.bigInteger('number').notNullable().primary()
    table.bigInteger('after_id').notNullable()
    table.bigInteger('through_id').notNullable()
    table.text('contents').notNullable()
    table.text('previous_hash').notNullable()
    table.text('hash').notNullable().unique()
    table.bigInteger('closed_at').notNullable()
  })
  await knex.schema.createTable(named('ledger_archive'), (table) => {
    table.bigInteger('last_period').notNullable().primary()
    table.bigInteger('first_period').notNullable()
    table.text('sha256').notNullable()
    table.text('tallies').notNullable()
    table.bigInteger('archived_at').notNullable()
  })
  await knex.schema.createTable(named('closing_balance'), (table) => {
    table.text('ledger_account').notNullable()
    table.text('environment').notNullable()
    table.bigInteger('balance').notNullable()
    table.bigInteger('version').nullable()
    table.primary(['ledger_account', 'environment'])
  })
  // What the settlement of commission asks again and again (decision 0052).
  await partialIndex(target, 'closing_commission', {
    ...{ on: 'closing_balance', columns: 'ledger_account, environment' },
    where: `substr(ledger_account, 1, 11) = 'commission:'`,
  })
}

/** Whether money moves, and where the guard is. */
async function guard({ knex, named }: SchemaTarget): Promise<void> {
  await knex.schema.createTable(named('money_state'), (table) => {
    table.integer('id').notNullable().primary()
    table.text('mode').notNullable()
    table.text('reason').notNullable()
    table.bigInteger('since').notNullable()
    table.bigInteger('lost_from').nullable()
    table.bigInteger('lost_until').nullable()
    table.text('wallet_driver').notNullable().defaultTo('ledger')
  })
  await knex(named('money_state')).insert({ id: 1, mode: 'on', reason: '', since: 0 })
  await knex.schema.createTable(named('ledger_guard'), (table) => {
    table.integer('id').notNullable().primary()
    table.text('owner').notNullable()
    table.bigInteger('lease_until').notNullable()
    table.bigInteger('checked_id').notNullable()
    table.text('wallet_account').notNullable()
    table.text('wallet_environment').notNullable()
    table.bigInteger('period').notNullable()
  })
  const nothing = { owner: '', lease_until: 0, checked_id: 0, wallet_account: '', wallet_environment: '', period: 0 }
  await knex(named('ledger_guard')).insert({ id: 1, ...nothing })
}
