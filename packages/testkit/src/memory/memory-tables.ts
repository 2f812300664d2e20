import type {
  Account,
  ApiKey,
  AuditEntry,
  BatchChanges,
  CallState,
  Environment,
  EventRow,
  JobWrite,
  KeyWindows,
  KycFile,
  LedgerEntry,
  Money,
  MoneyState,
  OpenWalletTask,
  RecordRow,
  UsageEntry,
  WalletState,
} from '@parakh/core'

/** A key with the hashes of its secrets, the newest first. */
export interface MemoryKey {
  readonly key: ApiKey
  readonly secrets: readonly string[]
}
/** A record with how it is found and ordered. */
export interface MemoryRecord {
  readonly row: RecordRow
  readonly collection: string
  /** The wallet key of its account and environment, or `shared`. */
  readonly scope: string
  readonly keys: readonly { readonly name: string; readonly value: string }[]
  readonly keepUntil: number | null
  /** Of its first write: newer ones are higher. */
  readonly order: number
}
/** A job with its lease. */
export interface MemoryJob {
  readonly job: JobWrite
  readonly accountId: string | null
  readonly environment: Environment | null
  readonly state: 'waiting' | 'done' | 'failed'
  readonly runs: number
  /** Milliseconds since 1970 until which another owner may not take it. */
  readonly leaseUntil: number
  readonly error: string | null
}

/** All rows of a store in memory. Stores that share one are processes on one database. */
export interface MemoryTables {
  readonly accounts: Map<string, Account>
  /** By account. */
  readonly kycFiles: Map<string, KycFile>
  readonly keys: Map<string, MemoryKey>
  readonly windows: Map<string, KeyWindows>
  /** When the claims of nonces end, in milliseconds since 1970, by scheme and nonce. */
  readonly nonces: Map<string, number>
  /** By `walletKey`. */
  readonly wallets: Map<string, WalletState>
  /** By reference. */
  readonly calls: Map<string, CallState>
  /** References by `claimKey`. */
  readonly claims: Map<string, string>
  /** By reference. */
  readonly responses: Map<string, Uint8Array>
  readonly inputs: Map<string, string>
  readonly entries: LedgerEntry[]
  /** Amounts by `creditKey`. */
  readonly credits: Map<string, Money>
  readonly usage: UsageEntry[]
  readonly audit: AuditEntry[]
  /** Values by `counterKey`. */
  readonly counters: Map<string, number>
  readonly consents: BatchChanges['consents'][number][]
  readonly events: EventRow[]
  /** Ids of events that the sink has taken. */
  readonly deliveredEvents: Set<string>
  /** When the last lease of each durable listener ends, by its name among the sinks. */
  readonly durableListeners: Map<string, number>
  readonly jobs: Map<string, MemoryJob>
  /** By scope, collection and id. */
  readonly records: Map<string, MemoryRecord>
  money: MoneyState
  /** Open tasks of the external wallet, by `walletTaskKey`. */
  readonly walletTasks: Map<string, OpenWalletTask>
  /** Who keeps production money. */
  walletDriver: string
  /** Called after each batch. */
  readonly listeners: Set<() => void>
}

/**
 * Empty tables.
 *
 * @example
 * const tables = createMemoryTables()
 * const first = createMemoryStore({ decide, clock, ids, tables })
 * const second = createMemoryStore({ decide, clock, ids, tables })
 */
export function createMemoryTables(): MemoryTables {
  return {
    accounts: new Map(),
    kycFiles: new Map(),
    keys: new Map(),
    windows: new Map(),
    nonces: new Map(),
    wallets: new Map(),
    calls: new Map(),
    claims: new Map(),
    responses: new Map(),
    inputs: new Map(),
    entries: [],
    credits: new Map(),
    usage: [],
    audit: [],
    counters: new Map(),
    consents: [],
    events: [],
    deliveredEvents: new Set(),
    durableListeners: new Map(),
    jobs: new Map(),
    records: new Map(),
    money: { mode: 'on', reason: '', since: new Date(0), lost: null },
    walletTasks: new Map(),
    walletDriver: 'ledger',
    listeners: new Set(),
  }
}
