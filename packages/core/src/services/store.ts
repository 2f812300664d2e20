import type { AskedPage } from '../operation/page.ts'
import type { Environment } from '../outcome.ts'
import type { Loaded, Page } from '../records.ts'
import { token } from '../token.ts'
import type { Accounts } from './accounts.ts'
import type { AdminTokens } from './admin.ts'
import type { Allotments } from './allotments.ts'
import type { AuditLog } from './audit.ts'
import type { Billing, ExternalWalletFacts } from './billing/index.ts'
import type { CommissionLedger } from './commission-ledger.ts'
import type { Counters } from './counters.ts'
import type { OutboxEvent } from './event-sinks.ts'
import type { Keys } from './keys.ts'
import type { KycUploads } from './kyc-uploads.ts'
import type { LedgerCheck, MoneySwitch } from './ledger.ts'
import type { Nonces } from './nonces.ts'
import type { StatementLedger } from './statement-ledger.ts'
import type { StoredSecrets } from './stored-secrets.ts'
import type { Subjects } from './subjects.ts'
import type { TableStore } from './tables/index.ts'
import type { Thresholds } from './thresholds.ts'
import type { Usage, UsageLog } from './usage.ts'
import type { UsageSequence } from './usage-sequence.ts'
import type { Wallet } from './wallet.ts'
import type { WalletLedger } from './wallet-ledger.ts'
import type { WalletTasks } from './wallet-tasks.ts'

/** The owner of records: one account and environment, or `shared` for reference data. */
export type RecordScope = { readonly accountId: string; readonly environment: Environment } | 'shared'
/** A record as it is kept. */
export interface RecordRow {
  readonly id: string
  readonly state: string
  readonly version: number
  /** JSON. */
  readonly value: string
  readonly createdAt: Date
  readonly updatedAt: Date
}
/** Reads of records, and loads of shared ones. Writes of account records go through `Billing`. */
export interface RecordStore {
  get(collection: string, scope: RecordScope, id: string): Promise<RecordRow | null>
  /** The newest with all of these key values. */
  find(
    collection: string,
    scope: RecordScope,
    by: readonly { readonly name: string; readonly value: string }[],
  ): Promise<RecordRow | null>
  /** Newest first. */
  page(
    collection: string,
    scope: RecordScope,
    query: { cursor: string | null; limit: number; state: string | null },
  ): Promise<Page<RecordRow>>
  /** Adds or replaces shared records in batches, in short transactions, so that it can run beside a server. */
  load(
    collection: string,
    rows: AsyncIterable<{ id: string; value: string }>,
    progress?: (done: number) => void,
  ): Promise<Loaded>
}
/** A due job, leased to its claimant. */
export interface ClaimedJob {
  readonly id: string
  readonly name: string
  /** JSON. */
  readonly payload: string
  /** Null for scheduled jobs. */
  readonly accountId: string | null
  readonly environment: Environment | null
  /** The number of this attempt, from 1. */
  readonly attempt: number
  readonly attempts: number
}
/** An attempt of a job. Its number is the fencing token: an owner who lost the lease changes nothing. */
export type JobRun = Pick<ClaimedJob, 'id' | 'attempt'>
/** The number, kind and lease of jobs to claim. */
export interface JobClaim {
  readonly limit: number
  readonly leaseMs: number
  /** The name of the jobs; of all kinds unless given. */
  readonly kind?: string
}
/** The backlog of one kind of job. */
export interface JobBacklog {
  /** The name of the jobs. */
  readonly kind: string
  /** Due jobs that wait, and those whose lease ended. */
  readonly due: number
  /** The earliest due time among them: milliseconds since 1970. */
  readonly oldestAt: number
}
/** A job that was given up. */
export interface FailedJob {
  readonly id: string
  readonly name: string
  /** Null for scheduled jobs. */
  readonly accountId: string | null
  readonly environment: Environment | null
  /** When its last attempt was due. Milliseconds since 1970. */
  readonly runAt: number
  /** How many there were. */
  readonly attempts: number
  /** The code or class of the last error; null: the process ended in the last attempt. */
  readonly error: string | null
}
/** Durable work. */
export interface JobQueue {
  /** Leases due jobs to this owner, the longest due first. No job is leased to two owners. */
  claim(owner: string, at: number, claim: JobClaim): Promise<readonly ClaimedJob[]>
  /** The backlog by kind. @param at Milliseconds since 1970. */
  backlog(at: number): Promise<readonly JobBacklog[]>
  /** Jobs that were given up, the one that was due first first. A scheduled one is among them until its next run. */
  failed(page: AskedPage): Promise<Page<FailedJob>>
  /** Renews the lease of a running job. @returns False: another owner has the job. */
  renew(run: JobRun, leaseUntil: number): Promise<boolean>
  complete(run: JobRun): Promise<void>
  /** Schedules a retry at `runAt`; null: no more retries, the job is kept as failed. @param error Its code or class, no input. */
  retry(run: JobRun, runAt: number | null, error: string): Promise<void>
  /** Ensures that a scheduled job has exactly one run at or after `runAt`, also with concurrent processes. */
  schedule(name: string, runAt: number): Promise<void>
}
/** Begins the names of durable listeners among the sinks of an outbox. */
export const LISTENER_PREFIX = 'listener:'
/** A sink: an event is delivered once all sinks have accepted it, and all durable listeners. */
export interface OutboxConsumer {
  readonly sink: string
  /** The names of all sinks of the configuration. Durable listeners are known by their leases. */
  readonly of: readonly string[]
}
/** A claim to relay events to a sink. */
export interface OutboxLease {
  readonly sink: string
  readonly owner: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly leaseMs: number
}
/** Committed events that wait for the sink. */
export interface Outbox {
  /** The oldest undelivered ones. @param consumer Only those that this sink has not accepted yet. */
  read(limit: number, consumer?: OutboxConsumer): Promise<readonly OutboxEvent[]>
  /** When the oldest event happened that a sink has not accepted yet, in milliseconds since 1970; null: none waits. */
  oldestAt(): Promise<number | null>
  /** Records what a sink has accepted. @param consumer Absent: nobody else waits for them. */
  delivered(ids: readonly string[], consumer?: OutboxConsumer): Promise<void>
  /**
   * Leases the relay to a sink to one process at a time. The first lease of a durable listener (`LISTENER_PREFIX`) records it: from then on
   * every process keeps events for it.
   *
   * @returns Whether the owner holds the lease.
   */
  lease(claim: OutboxLease): Promise<boolean>
  /** Ends all leases of an owner. Durable listeners stay recorded. */
  release(owner: string): Promise<void>
  /**
   * Forgets durable listeners whose last lease ended before a time (ms since 1970). Then marks as delivered what all others have: also those
   * of `of` alone, where sinks were removed from the configuration.
   *
   * @param of The names of all sinks of the configuration; where there is none, events wait for durable listeners alone.
   * @returns The names of the listeners that were forgotten, without the prefix.
   */
  forget(before: number, of: readonly string[]): Promise<readonly string[]>
  /** Calls back after each commit of this process with the events that it wrote, but for replays. @returns Ends it. */
  watch(committed: (events: readonly OutboxEvent[]) => void): () => void
  /** Drops events that were delivered and are from before a time (ms since 1970), but for the newest of each wallet. @returns How many. */
  purge(before: number): Promise<number>
}
/** All persistent data. Implementations pass `testStore` of @parakh/testkit. */
export interface Store {
  readonly accounts: Accounts
  readonly kycUploads: KycUploads
  readonly keys: Keys
  readonly nonces: Nonces
  readonly billing: Billing
  readonly wallet: Wallet
  readonly usage: Usage
  readonly usageLog: UsageLog
  readonly usageSequence: UsageSequence
  readonly statements: StatementLedger
  readonly walletLedger: WalletLedger
  readonly records: RecordStore
  readonly jobs: JobQueue
  readonly outbox: Outbox
  readonly audit: AuditLog
  readonly allotments: Allotments
  readonly thresholds: Thresholds
  readonly adminTokens: AdminTokens
  readonly counters: Counters
  readonly commission: CommissionLedger
  readonly ledger: LedgerCheck
  readonly money: MoneySwitch
  /** What an external wallet has still to do. */
  readonly walletTasks: WalletTasks
  /** Which secrets of the configuration its rows depend on. */
  readonly secrets: StoredSecrets
  readonly subjects: Subjects
  /** Absent: it keeps no tables of plugins. */
  readonly pluginTables?: TableStore
  /**
   * Says who keeps production money, before anything else is done with the store. The first driver that moved money in a database stays.
   *
   * @param driver The driver's id; `ledger`: this store itself.
   * @param facts Null: the ledger.
   * @throws `WALLET_DRIVER_CHANGED`
   */
  useWallet(driver: string, facts: ExternalWalletFacts | null): Promise<void>
  /** Brings the schema up to date. Safe when two processes start at once. */
  migrate(): Promise<void>
  /** Whether the schema is up to date. */
  migrated(): Promise<boolean>
  /**
   * Claims the right to serve. On SQLite one process at a time; it releases the read holds of a process that died.
   *
   * @throws `DATABASE_IN_USE`
   */
  serve(owner: string): Promise<void>
  /**
   * Writes a copy of the database while the server runs (SQLite). The file is complete and synced, or absent.
   *
   * @returns Its size in bytes.
   * @throws `BACKUP_EXISTS`, `BACKUP_FAILED`, `BACKUP_NOT_SUPPORTED` (PostgreSQL has its own tools)
   */
  backup(file: string): Promise<number>
  /** Resolves if the database responds. */
  ping(): Promise<void>
  /** The database's time in milliseconds since 1970, shared by several processes. Absent on SQLite, which has only the host's clock. */
  readonly now?: () => Promise<number>
  close(): Promise<void>
}
/** The store of a server. */
export const Store = token<Store>('core.store')
