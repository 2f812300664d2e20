import { type Decide, type ExternalWalletFacts, errorFacts, inr, type Store } from '@parakh/core'
import { createAccounts } from './accounts/create-accounts.ts'
import { createKycUploads } from './accounts/create-kyc-uploads.ts'
import { createAdminTokens } from './admin/create-admin-tokens.ts'
import { createAuditLog } from './audit/create-audit-log.ts'
import { backupDatabase } from './backup/backup-database.ts'
import { createBatches } from './billing/batch/create-batches.ts'
import { createBilling } from './billing/create-billing.ts'
import { openEngine } from './billing/open-engine.ts'
import { createCommissionLedger } from './commission/create-commission-ledger.ts'
import type { OpenedDatabase } from './connection/database.ts'
import { databaseNow } from './connection/database-now.ts'
import { assertDurable } from './connection/durability.ts'
import { openDatabase } from './connection/open-database.ts'
import { assertPreparedStatements } from './connection/pooler.ts'
import { assertPrimary } from './connection/primary.ts'
import { translateTrouble } from './connection/translate-trouble.ts'
import { createCounters } from './counters/create-counters.ts'
import { createJobQueue } from './jobs/create-job-queue.ts'
import { createKeys } from './keys/create-keys.ts'
import { createNonces } from './keys/create-nonces.ts'
import { createLedgerCheck } from './ledger/create-ledger-check.ts'
import { createMoneySwitch } from './ledger/money-switch.ts'
import { isMigrated, MIGRATIONS, migrate } from './migrations/migrate.ts'
import { createOutbox } from './outbox/create-outbox.ts'
import { createRecordStore } from './records/create-record-store.ts'
import { dropEndedRecords } from './records/drop-ended.ts'
import { createKeyedHashes } from './secrets/keyed-hash.ts'
import { readPepperUses } from './secrets/pepper-uses.ts'
import { createSubjectHashes } from './secrets/subject-hashes.ts'
import { createServeLock } from './serving/serve-lock.ts'
import { createStatementLedger } from './statements/create-statement-ledger.ts'
import type { StoreOptions } from './store-options.ts'
import { createSubjects } from './subjects/create-subjects.ts'
import { subjectKeyUses } from './subjects/subject-key-uses.ts'
import { createTableStore } from './tables/create-table-store.ts'
import { tableMigrations } from './tables/table-migrations.ts'
import { createUsage } from './usage/create-usage.ts'
import { createUsageLog } from './usage/create-usage-log.ts'
import { createUsageSequence } from './usage/create-usage-sequence.ts'
import { createVault } from './vault/create-vault.ts'
import { dataKeyUses } from './vault/data-key-uses.ts'
import { DataKeyWrapping } from './vault/data-key-wrapping.ts'
import { providersOf } from './vault/local-key-provider.ts'
import { createAllotments } from './wallet/create-allotments.ts'
import { createThresholds } from './wallet/create-thresholds.ts'
import { createWallet } from './wallet/create-wallet.ts'
import { createWalletLedger } from './wallet/create-wallet-ledger.ts'
import { createWalletTasks } from './wallet/create-wallet-tasks.ts'
import { bindWalletDriver } from './wallet/wallet-driver.ts'

const DEFAULT_PREFIX = 'parakh_'
const DEFAULT_BATCH_SIZE = 128
const COMMITS_LOST =
  'the database has lost commits that it had acknowledged: a standby that was behind was promoted, or a backup restored beneath running servers. docs/guides/failover.md says what is next'

/**
 * Opens a store on SQLite or PostgreSQL. It does not migrate: `migrate` does.
 *
 * @returns The store; `close` waits for batches under way, and leaves an injected knex open.
 * @throws `DATABASE_POOLER_UNSUPPORTED`, `DATABASE_UNAVAILABLE`, `DATABASE_UNSUPPORTED`, `DURABILITY_OFF`, `MASTER_KEY_INVALID`, `PEPPER_INVALID`,
 *   `TABLE_PREFIX_INVALID`
 * @example
 * const store = await createStore({
 *   database: { client: 'sqlite3', filename: './data/acme.db' },
 *   decide, // of @parakh/kernel
 *   secrets: { pepper: [{ id: '1', value: process.env.PEPPER }], masterKey: [{ id: '1', value: process.env.MASTER_KEY }] },
 *   clock, ids, logger,
 * })
 * await store.migrate()
 */
export async function createStore(options: StoreOptions): Promise<Store> {
  const hashes = createKeyedHashes(options.secrets.pepper)
  const { tablePrefix = DEFAULT_PREFIX, logger, requireDurable = false } = options
  const database = await openDatabase(options.database, { tablePrefix, logger })
  try {
    await assertPreparedStatements(database)
    await assertDurable(database, { logger, require: requireDurable })
    return compose(database, options, hashes)
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The methods of the store itself, besides those of its parts, that query the database. */
type OwnMethods = Pick<Store, 'useWallet' | 'backup' | 'migrate' | 'migrated'>

function compose(database: OpenedDatabase, options: StoreOptions, hashes: ReturnType<typeof createKeyedHashes>): Store {
  const { clock, ids, logger, sandboxCredit = inr('100'), keysPerAccount } = options
  let external: ExternalWalletFacts | null = null
  const decide: Decide = (state, operations) => options.decide(external ? { ...state, external } : state, operations)
  const now = async (): Promise<number> =>
    database.dialect === 'pg' ? await databaseNow(database) : clock.now().getTime()
  const wrapping = new DataKeyWrapping({ providers: providersOf(options.secrets.masterKey), logger })
  const vault = createVault({ database, clock, logger, wrapping })
  const money = createMoneySwitch({ database, clock })
  const engine = openEngine(database, decide, async (facts) => {
    logger.error('store.commits-lost', { ...facts, remedy: 'docs/guides/failover.md' })
    await money.stop('recovery', COMMITS_LOST)
  })
  const turns = database.dialect === 'sqlite3' ? database.writers : undefined
  const { maxSize = DEFAULT_BATCH_SIZE, longestWaitMs } = options.batch ?? {}
  const batches = createBatches({ engine, maxSize, turns, longestWaitMs })
  const billing = createBilling({ database, batches, sealing: { vault, hashes } })
  const isTrouble = (error: unknown): boolean => engine.isRetryable(error) || database.storage.isReplaced
  const guarded = <Part extends object>(name: string, part: Part): Part => translateTrouble({ name, part, isTrouble })
  const serveLock = guarded('serveLock', createServeLock({ database, clock, logger }))
  const nonces = guarded('nonces', createNonces(database))
  const usageLog = guarded('usageLog', createUsageLog(database))
  const pluginTables = createTableStore({
    ...{ database, decide, clock, ids, hashes, keysPerAccount, sandboxCredit, vault, now, isTrouble },
  })
  const subjectHashes = createSubjectHashes(options.secrets)
  const { masterKeys, rewrap, requireMasterKeys } = dataKeyUses({ database, wrapping })
  const { subjectKeys, requireSubjectKeys } = subjectKeyUses({ database, hashes: subjectHashes })
  const kycUploads = guarded('kycUploads', createKycUploads({ database, vault, clock, ids }))
  const migrations = () => [...MIGRATIONS, ...tableMigrations(pluginTables.composed)]
  return {
    accounts: guarded('accounts', createAccounts({ database, decide, clock, ids, sandboxCredit })),
    keys: guarded('keys', createKeys({ database, clock, ids, hashes, keysPerAccount })),
    nonces,
    kycUploads,
    billing: guarded('billing', {
      ...billing,
      async purge(before: number) {
        await dropEndedRecords(database, clock.now().getTime())
        await nonces.purge(await now())
        await kycUploads.purge(before)
        return await billing.purge(before)
      },
    }),
    wallet: guarded('wallet', createWallet({ database, batches, clock, ids })),
    usage: guarded('usage', createUsage(database)),
    usageLog,
    usageSequence: guarded('usageSequence', createUsageSequence(database)),
    statements: guarded('statements', createStatementLedger(database)),
    walletLedger: guarded('walletLedger', createWalletLedger(database)),
    records: guarded('records', createRecordStore({ database, clock, vault, hashes })),
    jobs: guarded('jobs', createJobQueue({ database, clock, ids, vault })),
    outbox: guarded('outbox', createOutbox({ database, clock })),
    audit: guarded('audit', createAuditLog({ database, clock, ids })),
    adminTokens: guarded(
      'adminTokens',
      createAdminTokens({ database, clock, ids, hashes, scopes: options.scopes ?? [] }),
    ),
    counters: guarded('counters', createCounters(database)),
    commission: guarded('commission', createCommissionLedger({ database, decide, clock, ids })),
    allotments: guarded('allotments', createAllotments({ database, decide, clock, ids })),
    thresholds: guarded('thresholds', createThresholds({ database, clock, ids })),
    ledger: guarded('ledger', createLedgerCheck({ database, clock })),
    money: guarded('money', money),
    walletTasks: guarded('walletTasks', createWalletTasks({ database, clock, ids })),
    pluginTables,
    subjects: guarded('subjects', createSubjects({ database, hashes: subjectHashes, vault, clock, ids })),
    secrets: guarded('secrets', {
      masterKeys,
      rewrap,
      subjectKeys,
      async requireKeys() {
        await requireMasterKeys()
        await requireSubjectKeys()
      },
      peppers: () => readPepperUses({ database, hashes, now: clock.now().getTime() }),
    }),
    ...guarded<OwnMethods>('store', {
      async useWallet(driver, facts) {
        await bindWalletDriver(database, driver)
        external = facts
      },
      backup: (file) => backupDatabase(database, file),
      async migrate() {
        await migrate(database, migrations())
        await usageLog.prepare(clock.now().getTime())
      },
      migrated: () => isMigrated(database, migrations()),
    }),
    async serve(owner) {
      // Several processes serve one PostgreSQL: there the leases alone say who is gone.
      if (database.dialect === 'pg') {
        await assertPrimary(database)
        // Without its month a row is written all the same; the hourly work tries again.
        const unprepared = (error: unknown) => logger.warn('store.usage-not-prepared', errorFacts(error))
        return await usageLog.prepare(clock.now().getTime()).catch(unprepared)
      }
      await serveLock.take(owner)
      const released = await billing.sweep(clock.now().getTime(), { goneOwner: { except: owner } })
      if (released > 0) logger.info('store.holds-voided', { released })
    },
    ...(database.dialect === 'pg' ? { now: () => databaseNow(database) } : {}),
    async ping() {
      database.storage.assertWritable()
      await (database.dialect === 'pg' ? assertPrimary(database) : database.knex.raw('select 1'))
    },
    close: once(async () => {
      billing.close()
      await billing.idle()
      // What is open is written into the file whatever becomes of the lock: that of an ended process is taken over.
      await serveLock.release().catch((error: unknown) => logger.warn('store.lock-not-released', errorFacts(error)))
      await engine.close()
      await database.close()
    }),
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null
  return () => {
    done ??= work()
    return done
  }
}
