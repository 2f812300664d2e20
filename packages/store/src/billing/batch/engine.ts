import type { BatchChanges, BillingOperation, Decide, OperationResult } from '@parakh/core'
import type { StateRows } from './batch-state.ts'
import type { Footprint } from './footprint.ts'

/** A transaction of one batch, with the wallets locked. */
export interface BatchTransaction {
  /** Reads beneath the locks, in a statement of its own: an older snapshot would see a newer wallet and an older rest. */
  read(footprint: Footprint): Promise<StateRows>
  write(changes: BatchChanges): Promise<void>
}

/** How batches run on one of the two databases. */
export interface BatchEngine {
  /** Batches that may run side by side. */
  readonly lanes: number
  /** Begins, locks the wallets in their order, runs `work`, commits; or rolls back. Resolves after the commit. */
  run<T>(footprint: Footprint, work: (transaction: BatchTransaction) => Promise<T>): Promise<T>
  /**
   * Decides on what is remembered and writes in one step, which fails where anything else was written since (decision 0010).
   *
   * @returns Null where it cannot or did not: nothing is written then, and `run` has to.
   */
  guess?(operations: readonly BillingOperation[], decide: Decide): Promise<readonly OperationResult[] | null>
  /** Whether the same batch may succeed when it is tried again: the database was busy, away or out of room. */
  isRetryable(error: unknown): boolean
  close(): Promise<void>
}
