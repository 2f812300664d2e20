import type { Knex } from 'knex'
import type { Database } from '../connection/database.ts'
import { retry } from '../connection/retry.ts'
import { isRetryablePostgres } from '../connection/retryable-postgres.ts'
import { isRetryableSqlite } from '../connection/retryable-sqlite.ts'
import type { SchemaTarget } from '../connection/schema-target.ts'
import { storeErrors } from '../error-codes.ts'
import { baseline0001 } from './0001-baseline.ts'
import { refundOfCall0002 } from './0002-refund-of-call.ts'
import { kycUploads0003 } from './0003-kyc-uploads.ts'
import { personOfToken0004 } from './0004-person-of-token.ts'
import { accountSearch0005 } from './0005-account-search.ts'
import { waitingForOperators0006 } from './0006-waiting-for-operators.ts'
import { subjectKeys0007 } from './0007-subject-keys.ts'
import { keysFromAbove0008 } from './0008-keys-from-above.ts'
import { erasures0009 } from './0009-erasures.ts'
import { consentsListed0010 } from './0010-consents-listed.ts'
import { breachExports0011 } from './0011-breach-exports.ts'
import { ownersAndDelegations0013 } from './0013-owners-and-delegations.ts'
import { sequencesAfterCopy0014 } from './0014-sequences-after-copy.ts'

/** One step of the schema. Additive: the release before it goes on serving (docs/guides/scaling.md). */
export interface Migration {
  readonly name: string
  up(target: SchemaTarget): Promise<void>
}

/** Every step, in order. A step that was released is never changed. */
export const MIGRATIONS: readonly Migration[] = [
  baseline0001,
  refundOfCall0002,
  kycUploads0003,
  personOfToken0004,
  accountSearch0005,
  waitingForOperators0006,
  subjectKeys0007,
  keysFromAbove0008,
  erasures0009,
  consentsListed0010,
  breachExports0011,
  ownersAndDelegations0013,
  sequencesAfterCopy0014,
]

/** How long a process waits for another one that migrates, or for a table that somebody reads, in milliseconds. */
const WAIT_WITHIN_MS = 60_000
/** A change of a table stops all its writers while it waits for its lock: it waits this long, lets them through, and tries again. */
const LOCK_WAIT = '2s'

/**
 * Brings the schema up to date, whole or not at all, in one transaction. Of processes that start at once, one does it and the
 * others wait and find it done. A process of the release before goes on serving meanwhile.
 *
 * @param migrations Every step that this release knows.
 * @throws `SCHEMA_TOO_NEW`, `STORE_UNAVAILABLE` when another one migrated, or kept a table locked, for a minute.
 */
export async function migrate(database: Database, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  const isRetryable = database.dialect === 'pg' ? isRetryablePostgres : isRetryableSqlite
  const once = async (): Promise<void> => {
    if (await isMigrated(database, migrations)) return
    await enterAlone(database, async (transaction) => {
      // A process that died while it migrated rolled back everything; the one that holds the lock is this one.
      await refuseNewer({ ...database, knex: transaction }, migrations)
      await transaction.migrate.latest(migratorOf(database, migrations))
    })
  }
  await retry(once, { withinMs: WAIT_WITHIN_MS, isRetryable })
}

/**
 * Whether the schema is up to date.
 *
 * @throws `SCHEMA_TOO_NEW`
 */
export async function isMigrated(database: Database, migrations: readonly Migration[] = MIGRATIONS): Promise<boolean> {
  const done = await refuseNewer(database, migrations)
  return migrations.every(({ name }) => done.includes(name))
}

const historyTable = ({ table }: Pick<Database, 'table'>): string => table('migration')

async function refuseNewer(
  { knex, table }: Pick<Database, 'knex' | 'table'>,
  migrations: readonly Migration[],
): Promise<readonly string[]> {
  const history = historyTable({ table })
  if (!(await knex.schema.hasTable(history))) return []
  const rows: readonly { name: string }[] = await knex(history).select('name').orderBy('id')
  const done = rows.map(({ name }) => name)
  const newer = done.find((name) => isOurs(name, migrations) && !migrations.some((known) => known.name === name))
  if (newer !== undefined) throw storeErrors.error('SCHEMA_TOO_NEW', { migration: newer })
  return done
}

/** A plugin's migrations are called `<plugin>/<id>`. Those of plugins that are not configured are left alone. */
const namespaceOf = (name: string): string => name.slice(0, name.indexOf('/') + 1)
const isOurs = (name: string, migrations: readonly Migration[]): boolean =>
  !name.includes('/') || migrations.some((known) => namespaceOf(known.name) === namespaceOf(name))

const migratorOf = (database: Database, migrations: readonly Migration[]): Knex.MigratorConfig => ({
  tableName: historyTable(database),
  migrationSource: sourceFor(database, migrations),
  disableTransactions: true,
  // What the history may name besides, `refuseNewer` decides.
  disableMigrationsListValidation: true,
})

const sourceFor = (
  { table, dialect }: Database,
  migrations: readonly Migration[],
): Knex.MigrationSource<Migration> => ({
  getMigrations: async () => [...migrations],
  getMigrationName: ({ name }) => name,
  getMigration: async (migration) => ({
    up: (knex) => migration.up({ knex, dialect, named: (name) => table(name) }),
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
    if (database.dialect === 'sqlite3') await transaction.raw('update ?? set id = id where 0', [gate])
    else await lockPostgres(transaction, gate)
    await work(transaction)
  })
}

async function lockPostgres(transaction: Knex.Transaction, gate: string): Promise<void> {
  // Others wait here however long the first one takes; it may read a large table.
  await transaction.raw('set local lock_timeout = 0; set local statement_timeout = 0')
  await transaction.raw('select pg_advisory_xact_lock(hashtext(?))', [gate])
  await transaction.raw(`set local lock_timeout = '${LOCK_WAIT}'`)
}
