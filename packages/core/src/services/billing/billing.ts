import type { Money } from '../../money.ts'
import type { Environment } from '../../outcome.ts'
import { token } from '../../token.ts'
import type { AdmitResult, LogResult, SettleResult } from './decision.ts'
import type { AdmitOperation, CommitOperation, DispatchOperation, LogOperation, SettleOperation } from './operations.ts'
import type { CallState } from './state.ts'

/** An admission; a replay brings the stored bytes. */
export type Admission =
  | Exclude<AdmitResult, { kind: 'replay' }>
  | (Extract<AdmitResult, { kind: 'replay' }> & { readonly body: Uint8Array })

/** A call with its stored response. */
export interface StoredCall {
  readonly call: CallState
  readonly response: Uint8Array | null
  /** JSON of the validated request, of a marked write. */
  readonly input: string | null
}

/** What waits in this process for a transaction of the ledger. */
export interface CallQueue {
  /** Operations that wait. */
  readonly queued: number
  /** How long a new call would wait, in milliseconds: an estimate from what transactions took lately. */
  readonly waitMs: number
  /**
   * Whole seconds after which a refused call may pass; null: new calls are taken. What was begun goes on either way: settles, releases,
   * and calls whose request id was used.
   */
  readonly retryAfter: number | null
  /** While new calls are refused: whether one may still be looked up by its request id, because it may have been used. */
  readonly looksUp: boolean
}

/** The only writer of shared state of a call. Each method is one operation of a batched transaction. */
export interface Billing {
  admit(operation: AdmitOperation): Promise<Admission>
  /** Never refused because of what waits. */
  settle(operation: SettleOperation): Promise<SettleResult>
  dispatch(operation: DispatchOperation): Promise<SettleResult>
  log(operation: LogOperation): Promise<LogResult>
  commit(operation: CommitOperation): Promise<SettleResult>
  /** Resolves when the call is answered or released, in any process, or after the timeout. */
  waitFor(reference: string, timeoutMs: number): Promise<void>
  /** A call of an account, by reference or by claim. */
  find(
    wallet: { accountId: string; environment: Environment },
    by: { reference: string } | { claim: string },
  ): Promise<StoredCall | null>
  /** A call of any account: for async results and recovery. */
  findByReference(reference: string): Promise<StoredCall | null>
  /** What was refunded of calls of any account, by reference: of those alone of which something was. @param references At most 2,000. */
  refunds(references: readonly string[]): Promise<ReadonlyMap<string, Money>>
  /**
   * Releases reads whose lease ended at `at` (milliseconds since 1970), and the holds of `accepted` calls that have waited until then; or, with `goneOwner`, whose owner is any other process; with
   * `madeAfter` also those admitted after that time: the clock was set back, and no process works on them. Of marked writes of such an
   * owner or such a time it ends the lease, so that `unresolved` lists them.
   *
   * @returns How many were released.
   */
  sweep(at: number, options?: { goneOwner?: { except: string }; madeAfter?: number }): Promise<number>
  /** Marked writes whose lease ended: their status must be queried. */
  unresolved(at: number, limit: number): Promise<readonly CallState[]>
  /** Takes over a marked write: the next epoch, a new lease. Null: another process took it over first. */
  takeOver(reference: string, epoch: number, owner: string, leaseUntil: number): Promise<number | null>
  /** Drops stored responses and inputs settled before `before`; their request ids stay used. @returns How many. */
  purge(before: number): Promise<number>
  /** What waits now; absent: nothing waits, and nobody is refused. */
  queue?(): CallQueue
  /** Resolves when nothing is queued nor in flight. */
  idle(): Promise<void>
}
/** The billing of a server. */
export const Billing = token<Billing>('core.billing')
