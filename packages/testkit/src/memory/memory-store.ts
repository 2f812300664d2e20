import {
  type AdminTokens,
  type Clock,
  type Decide,
  type ExternalWalletFacts,
  type Ids,
  inr,
  type Money,
  type Store,
} from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import type { MemoryParts } from './account-tree.ts'
import { memoryAccounts } from './accounts.ts'
import { memoryAuditLog } from './audit-log.ts'
import { BatchQueue } from './batch-queue.ts'
import { memoryBilling } from './billing.ts'
import { memoryCommission } from './commission.ts'
import { memoryCounters } from './counters.ts'
import { memoryJobs } from './jobs.ts'
import { memoryKeys } from './keys.ts'
import { memoryLedger, memoryMoney } from './ledger.ts'
import { createMemoryTables, type MemoryTables } from './memory-tables.ts'
import { memoryNonces } from './nonces.ts'
import { notInMemory } from './not-in-memory.ts'
import { memoryOutbox } from './outbox.ts'
import { memoryRecords } from './records.ts'
import { memorySubjects } from './subjects.ts'
import { memoryUsageLog, memoryUsageSequence } from './usage-log.ts'
import { memoryUsage, memoryWallet } from './wallet.ts'
import { bindWalletDriver, memoryWalletTasks } from './wallet-tasks.ts'

/** What a store in memory is made from. */
export interface MemoryStoreOptions {
  /** The kernel's: `decide` of @parakh/kernel. */
  readonly decide: Decide
  readonly clock: Clock
  readonly ids: Ids
  /** Granted to each new account; 100 INR unless given. */
  readonly sandboxCredit?: Money
  /** Of another store: the two are then two processes on one database. */
  readonly tables?: MemoryTables
}
/** A store in memory, with its rows to look at. */
export interface MemoryStore extends Store {
  readonly tables: MemoryTables
}

/**
 * The whole `Store` in memory, driven by the same pure decision as the databases. Operations of one tick are one batch.
 *
 * @example
 * const store = createMemoryStore({ decide, clock: manualClock(), ids: sequentialIds() })
 */
export function createMemoryStore(options: MemoryStoreOptions): MemoryStore {
  const { decide, clock, ids, sandboxCredit = inr('100'), tables = createMemoryTables() } = options
  let external: ExternalWalletFacts | null = null
  const queue = new BatchQueue(tables, (state, operations) =>
    decide(external ? { ...state, external } : state, operations),
  )
  const parts: MemoryParts = { tables, queue, clock, ids }
  return {
    tables,
    accounts: memoryAccounts(parts, sandboxCredit),
    keys: memoryKeys(parts),
    nonces: memoryNonces(parts),
    billing: memoryBilling(parts),
    wallet: memoryWallet(parts),
    usage: memoryUsage(parts),
    usageLog: memoryUsageLog(parts),
    usageSequence: memoryUsageSequence(parts),
    statements: notInMemory('statements'),
    walletLedger: notInMemory('entries of wallets'),
    kycUploads: notInMemory('files of KYC documents'),
    records: memoryRecords(parts),
    jobs: memoryJobs(parts),
    outbox: memoryOutbox(parts),
    audit: memoryAuditLog(parts),
    counters: memoryCounters(parts),
    adminTokens: notInMemory<AdminTokens>('admin credentials'),
    allotments: notInMemory('allotments'),
    commission: memoryCommission(),
    thresholds: notInMemory('thresholds'),
    ledger: memoryLedger(parts),
    money: memoryMoney(parts),
    walletTasks: memoryWalletTasks(parts),
    // Nothing is encrypted in memory.
    secrets: {
      masterKeys: async () => [],
      peppers: async () => [],
      subjectKeys: async () => [],
      requireKeys: async () => undefined,
      rewrap: async () => ({ keyId: 'memory', rewrapped: 0, left: 0 }),
    },
    subjects: memorySubjects(parts),
    async useWallet(driver, facts) {
      bindWalletDriver(tables, driver)
      external = facts
    },
    backup: async () => {
      throw testkitErrors.error('FILE_NOT_SUPPORTED', { what: 'backed up' })
    },
    migrate: async () => undefined,
    migrated: async () => true,
    serve: async () => undefined,
    ping: async () => {
      if (queue.closed) throw testkitErrors.error('STORE_CLOSED')
    },
    close: async () => {
      await queue.idle()
      queue.close()
    },
  }
}
