import type { Money } from '../../money.ts'
import type { Environment } from '../../outcome.ts'
import type { AuditEntry } from '../audit-entry.ts'
import type { CounterName } from '../counters.ts'
import type { WalletTask } from '../wallet-tasks.ts'
import type { ConsentEntry, JobWrite, LedgerOperation, RecordWrite, UsageEntry } from './operations.ts'
import type { BatchState, CallState, KeyWindows, WalletState } from './state.ts'

/** The rate window with less left, after this call. */
export interface RateState {
  readonly limit: number
  readonly remaining: number
}
/** The window that refused a call: of its key on that endpoint, of its key in all, or of all keys of its account. */
export type RefusedWindow = 'endpoint' | 'total' | 'account'
/** Why a call was not admitted. `SERVICE_OVERLOADED`: not decided at all, because too many wait; nothing was written. */
export type AdmitRefusal =
  | 'INVALID_API_KEY'
  | 'KEY_CHANGED'
  | 'ACCOUNT_SUSPENDED'
  | 'RATE_LIMIT_EXCEEDED'
  | 'API_NOT_PERMITTED'
  | 'REQUEST_ID_REUSED'
  | 'REQUEST_ID_EXPIRED'
  | 'UNIQUE_KEY_TAKEN'
  | 'OUTCOME_UNKNOWN'
  | 'INSUFFICIENT_BALANCE'
  | 'SERVICE_OVERLOADED'
/** The result of an admit. */
export type AdmitResult =
  | {
      readonly kind: 'admitted'
      readonly epoch: number | null
      readonly available: Money
      readonly rate: RateState
      /** A unit of a plan pays: nothing of the price is held. */
      readonly pooled?: true
      /** Nothing is held in the ledger: this amount is to be reserved at the external wallet before the call goes on. */
      readonly reserve?: Money
    }
  | {
      readonly kind: 'replay'
      readonly reference: string
      readonly status: number
      /** The outcome of the call whose answer is stored. */
      readonly outcome: 'answer' | 'none'
      readonly rate: RateState
    }
  | { readonly kind: 'running'; readonly reference: string; readonly rate: RateState }
  | {
      readonly kind: 'refused'
      readonly code: AdmitRefusal
      readonly rate: RateState | null
      /** Whole seconds. */
      readonly retryAfter?: number
      /** Of `UNIQUE_KEY_TAKEN`: the call that has it. */
      readonly holder?: string
      /** Set where a rate window refused it. */
      readonly window?: RefusedWindow
    }
/**
 * The result of a settle, dispatch, expire or commit: done, too late (fenced), or a record was changed by another call. `step`: what the
 * external wallet has to do now, which stands as a task in the same commit.
 */
export type SettleResult =
  | { readonly kind: 'done'; readonly step?: WalletTask['step'] }
  | { readonly kind: 'lost' }
  | { readonly kind: 'conflict' }
/**
 * The result of a move: done, done before, its reference was used with another amount, or it is more than what is available; then the
 * wallet as it stands.
 */
export interface MoveResult {
  readonly kind: 'moved' | 'duplicate' | 'reused' | 'insufficient'
  readonly posted: Money
  readonly held: Money
  readonly owed: Money
}
/**
 * The result of a log: the rate windows, if requested; `active` false: the key has ended; `refused`: a window was full, and nothing was
 * written.
 */
export interface LogResult {
  readonly kind: 'logged'
  readonly rate: RateState | null
  readonly active: boolean
  /** `retryAfter`: whole seconds. */
  readonly refused?: { readonly retryAfter: number; readonly window: RefusedWindow }
}
export type OperationResult = AdmitResult | SettleResult | MoveResult | LogResult

/** One posting. Those of a transaction sum to zero. */
export interface LedgerEntry {
  /** The call's reference, or the id of the move. */
  readonly transaction: string
  /**
   * A `repayment` repays what is owed from newly available funds, with the reference of the operation that made them available. A
   * `conversion` moves commission into its earner's wallet; an `allotment` moves credit from a parent's wallet into its child's. A
   * `clawback` reverses commission of calls that were paid with charged-back money. A `recovery` takes from a wallet what was converted
   * into it and then reversed. A `clearing` brings money from an external wallet into the ledger's, or back, so that what the ledger's wallet
   * has is always zero.
   */
  readonly kind:
    | 'charge'
    | 'credit'
    | 'refund'
    | 'adjustment'
    | 'repayment'
    | 'conversion'
    | 'recovery'
    | 'allotment'
    | 'clawback'
    | 'clearing'
  /** `wallet:<account>`, `revenue`, `commission:<account>`, `funding`, `adjustments`, `receivable:<account>`, `external:<account>`. */
  readonly ledgerAccount: string
  readonly environment: Environment
  /** Into the ledger account above zero, out of it below. */
  readonly amount: Money
  /** Of wallets: the balance before and after, and the wallet's version. */
  readonly previous: Money | null
  readonly balance: Money | null
  readonly version: number | null
  readonly actor: string
  readonly requestId: string
  readonly priceVersion: string
  /** The reason that was given for a refund or an adjustment. */
  readonly reason: string | null
  readonly at: number
}
/** An event of the outbox. */
export interface EventRow {
  readonly id: string
  readonly type: string
  readonly accountId: string
  readonly environment: Environment
  readonly sequence: number
  readonly data: Readonly<Record<string, unknown>>
  readonly at: number
}
/** The account and environment that a row belongs to. */
export interface Owned {
  readonly accountId: string
  readonly environment: Environment
}
/** The rows that a batch writes. Each wallet, key and call appears once, in its final state. */
export interface BatchChanges {
  readonly wallets: readonly WalletState[]
  readonly windows: readonly { readonly keyId: string; readonly windows: KeyWindows }[]
  readonly callsAdded: readonly CallState[]
  readonly callsChanged: readonly CallState[]
  readonly responses: readonly (Owned & { readonly reference: string; readonly body: Uint8Array })[]
  readonly inputs: readonly (Owned & { readonly reference: string; readonly input: string })[]
  readonly entries: readonly LedgerEntry[]
  readonly credits: readonly (Owned & {
    readonly id: string
    readonly reference: string
    readonly amount: Money
    readonly actor: string
    readonly at: number
  })[]
  readonly usage: readonly UsageEntry[]
  readonly consents: readonly (ConsentEntry & Owned & { readonly reference: string; readonly at: number })[]
  readonly events: readonly EventRow[]
  readonly jobs: readonly (JobWrite & Owned & { readonly at: number })[]
  readonly records: readonly (RecordWrite & Owned & { readonly at: number })[]
  /** Each once, and by how much it rises. */
  readonly counters: readonly (CounterName & Owned & { readonly by: number })[]
  /** Steps that an external wallet has to take. */
  readonly walletTasks: readonly WalletTask[]
  readonly audit: readonly AuditEntry[]
}
/** The decision of a batch: a result per operation, in order, and the rows to write. */
export interface BatchDecision {
  readonly results: readonly OperationResult[]
  readonly changes: BatchChanges
}
/**
 * Decides a batch: a pure function, in order, with running balances. Kernel implements it (`decide`) and passes it to every store, so
 * that SQLite, PostgreSQL and memory cannot differ.
 */
export type Decide = (state: BatchState, operations: readonly LedgerOperation[]) => BatchDecision
