import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { storeErrors } from '../error-codes.ts'
import { schema0001 } from './0001-schema.ts'

const MIGRATIONS = [schema0001] as const
type Migration = (typeof MIGRATIONS)[number]

const historyTable = (database: Database): string => database.table('migration')

/**
 * Brings the schema up to date, whole or not at all, in one transaction. Of two processes that start at once, one does it and
 * the other waits and finds it done.
 *
 * @throws `SCHEMA_TOO_NEW`
 */
export async function migrate(database: Database): Promise<void> {
  if (await isMigrated(database)) return
  await enterAlone(database, async (transaction) => {
    // A process that died while it migrated rolled back everything; the one that holds the lock is this one.
    await refuseNewer(transaction, database)
    await transaction.migrate.latest(migratorOf(database))
  })
}

/**
 * Whether the schema is up to date.
 *
 * @throws `SCHEMA_TOO_NEW`
 */
export async function isMigrated(database: Database): Promise<boolean> {
  const done = await refuseNewer(database.knex, database)
  return MIGRATIONS.every(({ name }) => done.includes(name))
}

async function refuseNewer(knex: Knex, database: Database): Promise<readonly string[]> {
  if (!(await knex.schema.hasTable(historyTable(database)))) return []
  const rows: readonly { name: string }[] = await knex(historyTable(database)).select('name').orderBy('id')
  const done = rows.map(({ name }) => name)
  const newer = done.find((name) => !MIGRATIONS.some((known) => known.name === name))
  if (newer !== undefined) throw storeErrors.error('SCHEMA_TOO_NEW', { migration: newer })
  return done
}

const migratorOf = (database: Database): Knex.MigratorConfig => ({
  tableName: historyTable(database),
  migrationSource: sourceFor(database),
  disableTransactions: true,
})

const sourceFor = (database: Database): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...MIGRATIONS],
  getMigrationName: ({ name }) => name,
  getMigration: async (migration) => ({
    up: (knex) => migration.up(knex, (name) => database.table(name)),
    down: async () => {
      throw new Error('the ledger is never migrated down')
    },
  }),
})

/** One migrating process at a time: an advisory lock on PostgreSQL, the write lock on SQLite. */
async function enterAlone(database: Database, work: (transaction: Knex.Transaction) => Promise<void>): Promise<void> {
  const gate = database.table('migration_gate')
  if (database.dialect === 'sqlite3')
    await database.knex.raw('create table if not exists ?? (id integer primary key)', [gate])
  await database.knex.transaction(async (transaction) => {
    if (database.dialect === 'pg') await transaction.raw('select pg_advisory_xact_lock(hashtext(?))', [gate])
    else await transaction.raw('update ?? set id = id where 0', [gate])
    await work(transaction)
  })
}
