import type { Environment } from '../outcome.ts'
import type { Loaded, Page } from '../records.ts'
import { token } from '../token.ts'
import type { Accounts } from './accounts.ts'
import type { AdminTokens } from './admin.ts'
import type { Allotments } from './allotments.ts'
import type { UsageRollUps } from './analytics.ts'
import type { AuditLog } from './audit.ts'
import type { Billing } from './billing/index.ts'
import type { Brands } from './brands.ts'
import type { CommissionBook } from './commissions.ts'
import type { CostBook } from './costs.ts'
import type { Counters } from './counters.ts'
import type { FundingRows } from './funding-rows.ts'
import type { InvoiceBook } from './invoices.ts'
import type { Keys } from './keys.ts'
import type { LedgerCheck, MoneySwitch } from './ledger.ts'
import type { PlanStore } from './plans.ts'
import type { PriceLists } from './price-lists.ts'
import type { StatementLedger } from './statements.ts'
import type { Thresholds } from './thresholds.ts'
import type { Usage, UsageLog } from './usage.ts'
import type { Wallet } from './wallet.ts'
import type { WebhookStore } from './webhook-store.ts'
import type { OutboxEvent } from './webhooks.ts'

/** Whose records: one account's in one environment, or `shared` reference data. */
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
  /** Adds or replaces shared records, by batches, in transactions short enough to work beside a server. */
  load(
    collection: string,
    rows: AsyncIterable<{ id: string; value: string }>,
    progress?: (done: number) => void,
  ): Promise<Loaded>
}
/** A job that is due, leased to who asked. */
export interface ClaimedJob {
  readonly id: string
  readonly name: string
  /** JSON. */
  readonly payload: string
  /** Null for scheduled jobs. */
  readonly accountId: string | null
  readonly environment: Environment | null
  /** This run: 1 for the first. */
  readonly attempt: number
  readonly attempts: number
}
/** A run of a job. The attempt is its fencing token: whoever has lost the lease changes nothing any more. */
export type JobRun = Pick<ClaimedJob, 'id' | 'attempt'>
/** How many jobs to claim, of which kind, and for how long. */
export interface JobClaim {
  readonly limit: number
  readonly leaseMs: number
  /** The name of the jobs; of all kinds unless given. */
  readonly kind?: string
}
/** What is due of one kind of job. */
export interface JobBacklog {
  /** The name of the jobs. */
  readonly kind: string
  /** Jobs that wait although they are due, and those whose owner's lease ended. */
  readonly due: number
  /** When the longest due of them was to run: milliseconds since 1970. */
  readonly oldestAt: number
}
/** Durable work. */
export interface JobQueue {
  /** Leases due jobs to this owner, the longest due first. Two owners never get the same. */
  claim(owner: string, at: number, claim: JobClaim): Promise<readonly ClaimedJob[]>
  /** What is due, by kind. @param at Milliseconds since 1970. */
  backlog(at: number): Promise<readonly JobBacklog[]>
  /** Holds a lease on to while a run goes on. @returns False: another one has the job by now. */
  renew(run: JobRun, leaseUntil: number): Promise<boolean>
  complete(run: JobRun): Promise<void>
  /** Runs again at `runAt`; null: given up and kept as failed. @param error Its code or class, no input. */
  retry(run: JobRun, runAt: number | null, error: string): Promise<void>
  /** Makes sure that one run of a scheduled job stands at or after `runAt`; two processes make one. */
  schedule(name: string, runAt: number): Promise<void>
}
/** One of several sinks: an event is delivered once all of them have accepted it. */
export interface OutboxConsumer {
  readonly sink: string
  /** The names of all of them. */
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
  delivered(ids: readonly string[], consumer?: OutboxConsumer): Promise<void>
  /** Leases the relay to a sink to one process at a time. @returns Whether the owner holds the lease. */
  lease(claim: OutboxLease): Promise<boolean>
  /** Ends all leases of an owner. */
  release(owner: string): Promise<void>
  /** Drops events that were delivered and are from before a time (ms since 1970), but for the newest of each wallet. @returns How many. */
  purge(before: number): Promise<number>
}
/** Everything that is kept, behind one connection. Implementations pass `testStore` of @parakh/testkit. */
export interface Store {
  readonly accounts: Accounts
  readonly brands: Brands
  readonly keys: Keys
  readonly billing: Billing
  readonly wallet: Wallet
  readonly usage: Usage
  readonly usageLog: UsageLog
  readonly rollUps: UsageRollUps
  readonly statements: StatementLedger
  readonly invoices: InvoiceBook
  readonly records: RecordStore
  readonly jobs: JobQueue
  readonly outbox: Outbox
  readonly webhooks: WebhookStore
  readonly audit: AuditLog
  readonly allotments: Allotments
  readonly fundings: FundingRows
  readonly thresholds: Thresholds
  readonly adminTokens: AdminTokens
  readonly counters: Counters
  readonly plans: PlanStore
  readonly prices: PriceLists
  readonly commission: CommissionBook
  readonly costs: CostBook
  readonly ledger: LedgerCheck
  readonly money: MoneySwitch
  /** Brings the schema up to date. Safe when two processes start at once. */
  migrate(): Promise<void>
  /** Whether the schema is up to date. */
  migrated(): Promise<boolean>
  /**
   * Takes the right to serve. On SQLite one process at a time: the next voids the read holds of a dead one.
   *
   * @throws `DATABASE_IN_USE`
   */
  serve(owner: string): Promise<void>
  /**
   * Writes a whole copy of the database beside a running server (SQLite). The file is complete and synced, or not there.
   *
   * @returns Its size in bytes.
   * @throws `BACKUP_EXISTS`, `BACKUP_FAILED`, `BACKUP_NOT_SUPPORTED` (PostgreSQL has its own tools)
   */
  backup(file: string): Promise<number>
  /** Answers, or throws. */
  ping(): Promise<void>
  /**
   * The database's own time of day, in milliseconds since 1970: several processes go by it. Absent where there is none: on SQLite
   * the host's clock is all there is.
   */
  readonly now?: () => Promise<number>
  close(): Promise<void>
}
/** The store of a server. */
export const Store = token<Store>('core.store')
