import type { BillingOperation, OperationResult } from '@parakh/core'

/** One batch, through all its tries. */
export interface Batch {
  readonly operations: readonly BillingOperation[]
  /** The lane that it runs in, of this process and no other: a lane has one batch at a time. */
  readonly lane: string
  /** Counted by the lane. */
  readonly number: number
  /** How long this lane waits for a wallet that another transaction holds locked, in milliseconds. */
  readonly lockWaitMs: number
  /**
   * What the last try decided, where its commit was sent and not acknowledged (decision 0013): it may be written, and the next try asks.
   * Null: nothing of it is written.
   */
  unacknowledged: readonly OperationResult[] | null
}

/** How batches run on one of the two databases. */
export interface BatchEngine {
  /**
   * Runs a batch as one transaction: lock, read, decide, write, commit (design.md, "The life of a call"); or rolls it back.
   *
   * @returns A result per operation, once the transaction is committed.
   * @throws `WalletsLocked` where it knows whose wallet was waited for in vain, and no commit is unacknowledged.
   */
  run(batch: Batch): Promise<readonly OperationResult[]>
  /** Whether the same batch may succeed when it is tried again: the database was busy, unavailable or out of space. */
  isRetryable(error: unknown): boolean
  close(): Promise<void>
}
