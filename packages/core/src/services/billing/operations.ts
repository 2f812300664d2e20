import type { Money } from '../../money.ts'
import type { Environment, Outcome } from '../../outcome.ts'
import type { AuditEntry } from '../audit-entry.ts'
import type { CounterName, UnitPool } from '../counters.ts'
import type { CommissionLeg } from '../pricing.ts'
import type { SubjectHash } from '../subject-hash.ts'
import type { AdjustOperation, CreditOperation, Move } from './moves.ts'

/** Calls per 60 s of one key on one endpoint, of one key in all, and of one key at the same time. */
export interface CallLimits {
  readonly endpoint: number
  readonly total: number
  readonly inFlight: number
  /** Calls per 60 s of all keys of the account in the environment; absent: no limit. */
  readonly account?: number | undefined
}

/** Whom a call is about, for what purpose, and by which consent under which notice (decisions.md section 11). */
export interface ConsentEntry extends SubjectHash {
  /** That of the consent; the endpoint's id where none is asked. */
  readonly purpose: string
  /** Empty where no consent is asked. */
  readonly notice: string
  /** The caller's artefact id, or how consent was given; empty where none is asked. */
  readonly artefact: string
  readonly ip: string
  /** When the consent ends, in milliseconds since 1970, as far as it was known at the call; absent: it is not. */
  readonly expiresAt?: number | null
}

/** One row of the usage log: no input, no output (decisions.md section 11). */
export interface UsageEntry {
  readonly accountId: string
  readonly environment: Environment
  readonly keyId: string
  readonly reference: string
  readonly requestId: string
  readonly endpoint: string
  readonly status: number
  readonly outcome: Outcome | 'replay'
  /** The error's code; null on success. */
  readonly code: string | null
  readonly latencyMs: number
  readonly charged: Money
  readonly ip: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** The day in Asia/Kolkata, for `requests_today`. */
  readonly day: string
  /** Whether it counts in `requests_today` and `requests_total`. */
  readonly counted: boolean
  /**
   * Above one where the row stands for so many refusals of one key on one endpoint in one second; 0 where it says what a call was charged
   * on completion, which was counted when it was answered; 1 unless given.
   */
  readonly calls?: number
}

/** A record added (`expected` null) or changed (`expected` is the version that was read). */
export interface RecordWrite {
  readonly collection: string
  readonly id: string
  readonly expected: number | null
  readonly state: string
  /** JSON; the store encrypts it. */
  readonly value: string
  /** Fields by which it is found, in text; the store keeps keyed hashes. */
  readonly keys: readonly { readonly name: string; readonly value: string }[]
  /** Milliseconds since 1970 after which it is dropped; null: kept. */
  readonly keepUntil: number | null
}
/** A job to be run. */
export interface JobWrite {
  readonly id: string
  readonly name: string
  /** JSON; the store encrypts it. */
  readonly payload: string
  /** Milliseconds since 1970. */
  readonly runAt: number
  readonly attempts: number
}
/** The staged writes of a handler: committed by settle, or not at all. */
export interface StagedWrites {
  readonly records: readonly RecordWrite[]
  readonly events: readonly {
    readonly id: string
    readonly type: string
    readonly data: Readonly<Record<string, unknown>>
  }[]
  readonly jobs: readonly JobWrite[]
  /**
   * Calls of the same account to refund: at most once each. Of an `accepted` call the hold is released. `actor`: an operator asks for it, so
   * the whole commit is `lost` where nothing is left to give back; absent: the key of the call.
   */
  readonly refunds: readonly { readonly reference: string; readonly reason: string; readonly actor?: string }[]
  /**
   * Changes the state of an asynchronous call, only from `from`, so that an async result takes effect once. The hold of an `accepted` call is
   * captured by `completed` and released by `failed`.
   */
  readonly asyncState: {
    readonly reference: string
    readonly from: 'none' | 'pending'
    readonly to: 'pending' | 'completed' | 'failed'
  } | null
  /** What the audit log says of it. */
  readonly audit?: readonly AuditEntry[]
}
/** Nothing staged. */
export const NO_WRITES: StagedWrites = { records: [], events: [], jobs: [], refunds: [], asyncState: null }

interface OfWallet {
  readonly accountId: string
  readonly environment: Environment
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Admits a call and holds its price. */
export interface AdmitOperation extends OfWallet {
  readonly kind: 'admit'
  readonly reference: string
  readonly keyId: string
  /** The sum of the versions of the key and its account. */
  readonly keyVersion: number
  readonly endpoint: string
  readonly requestId: string
  /** 16-byte digest of the request id, base64url; null: nothing is claimed, stored or replayed. */
  readonly claim: string | null
  /**
   * The call's unique key besides its request id: `place-order/A-1001`. Freed when the call is answered `none` or released. Absent:
   * none.
   */
  readonly uniqueKey?: string | undefined
  readonly fingerprint: string
  /** The fingerprint under older peppers: recognises a retry of a call from before a rotation. */
  readonly olderFingerprints?: readonly string[]
  readonly price: Money
  readonly priceVersion: string
  readonly legs: readonly CommissionLeg[]
  /** The plan's pool, whose units pay in place of the price while some are left. */
  readonly pool?: UnitPool | undefined
  readonly limits: CallLimits
  /** The key's daily spend cap; absent: none. */
  readonly spendCap?: Money | undefined
  /** True: an earlier attempt to admit the same call has counted it in the windows. */
  readonly alreadyCounted: boolean
  /** The lease of the hold, in milliseconds. */
  readonly leaseMs: number
  /** The process that owns the hold. */
  readonly owner: string
  /** One for each identifier of a person in the request. */
  readonly consents: readonly ConsentEntry[]
  /**
   * Single-phase calls: settles the call in the transaction that admits it, so that no hold is ever open. Called under the locks, and
   * again if the batch is decided again: it must be synchronous and free of side effects.
   */
  readonly settle?: ((admitted: SinglePhaseAdmission) => SettleOperation) | undefined
}
/** The arguments with which a single-phase call is settled, in its admission's transaction. */
export interface SinglePhaseAdmission {
  /** The claim of this admission; null: nothing is claimed. */
  readonly epoch: number | null
  /** The wallet's available balance after the call's price. */
  readonly available: Money
  /** A unit of a plan pays, so the price is zero. */
  readonly pooled?: true
}
/** Ends a call: captures or releases its hold, stores its answer, its usage row and what it staged. */
export interface SettleOperation extends OfWallet {
  readonly kind: 'settle'
  readonly reference: string
  readonly keyId: string
  /** The claim of the admission; null: nothing was claimed. */
  readonly epoch: number | null
  readonly outcome: Outcome
  /** True: the external wallet refused to reserve, so there is nothing to release. */
  readonly unreserved?: true
  /** Not more than was held. */
  readonly charged: Money
  /** Whether the plan unit that paid for the call stays used; else it is returned. */
  readonly keepsUnit?: boolean | undefined
  /**
   * Charged on completion: an answer that keeps its unit keeps its hold too, until the async result or this time, in milliseconds since
   * 1970. Absent: charged now.
   */
  readonly holdUntil?: number | undefined
  /** Counters that a charged call increments. */
  readonly volume?: CounterName | undefined
  /** Stored for `answer` and `none`, if something was claimed. */
  readonly response: { readonly status: number; readonly body: Uint8Array } | null
  readonly usage: UsageEntry
  readonly writes: StagedWrites
}
/** Marks a write as about to be sent, with the data that recovery needs after a crash. */
export interface DispatchOperation extends OfWallet {
  readonly kind: 'dispatch'
  readonly reference: string
  readonly epoch: number
  readonly operation: string
  /** The provider it goes to. */
  readonly provider: string
  /** JSON of the validated request; the store encrypts it. */
  readonly input: string
}
/** Releases a hold whose lease ended, and fences its owner; or that of an `accepted` call which has waited long enough. */
export interface ExpireOperation extends OfWallet {
  readonly kind: 'expire'
  readonly reference: string
  readonly keyId: string
  /** The epoch that was read. */
  readonly epoch: number
  /** True: its owner is known to be gone, so the lease may still run. Ignored for `accepted` calls. */
  readonly force: boolean
}
/** Writes a usage row by itself: refusals and replays. */
export interface LogOperation extends OfWallet {
  readonly kind: 'log'
  readonly usage: UsageEntry
  /** Also requests the rate windows of this key, and whether it is still active. */
  readonly keyId?: string
  readonly limits?: CallLimits
  /** True: it counts in those windows, as an admission does. Where one of them is full, nothing is written. */
  readonly counts?: true
}
/** Commits writes that were staged outside a call: by an async result or a job. */
export interface CommitOperation extends OfWallet {
  readonly kind: 'commit'
  readonly writes: StagedWrites
  readonly actor: string
}
/** Anything that changes shared state in a batch. */
export type BillingOperation =
  | AdmitOperation
  | SettleOperation
  | DispatchOperation
  | ExpireOperation
  | LogOperation
  | CreditOperation
  | AdjustOperation
  | CommitOperation
/** Anything that `decide` decides: the operations of batches, and the moves that stand in a transaction with other rows. */
export type LedgerOperation = BillingOperation | Move
