import type { BillingOperation, Decide, OperationResult } from '@parakh/core'
import type { StateRows } from './batch-state.ts'
import type { Footprint } from './footprint.ts'

/** Reads beneath the locks of a batch, in a statement of its own: an older snapshot would see a newer wallet and an older rest. */
export type ReadState = (footprint: Footprint) => Promise<StateRows>
/** What a batch comes to: its results, and what is to be written. */
export type Decided = ReturnType<Decide>

/** One batch through all its tries, and what is in doubt of them (decision 0013). */
export interface BatchTries {
  /** The lane that it runs in, of this process and no other: a lane has one batch at a time. */
  readonly lane: string
  /** Counted by the lane. */
  readonly number: number
  /** How long this lane waits for a wallet that somebody holds locked, in milliseconds. */
  readonly lockWaitMs: number
  /**
   * What the last try decided, where its commit was sent and nobody said whether it was done. The next try asks; until then the
   * batch may be written. Null: nothing of it is written.
   */
  doubted: readonly OperationResult[] | null
}

/** A batch that is tried without reading. */
export interface Guessing {
  readonly operations: readonly BillingOperation[]
  readonly decide: Decide
  readonly tries: BatchTries
  footprint(): Footprint
}

/** How batches run on one of the two databases. */
export interface BatchEngine {
  /** Batches that may run side by side. */
  readonly lanes: number
  /**
   * Begins, locks the wallets in their order, has `work` read and decide, writes, commits; or rolls back. Resolves after the commit, with
   * the results of the try that was committed.
   *
   * @throws `WalletsLocked` where it knows whose wallet was waited for in vain, and nothing is in doubt.
   */
  run(
    footprint: Footprint,
    work: (read: ReadState) => Promise<Decided>,
    tries: BatchTries,
  ): Promise<readonly OperationResult[]>
  /**
   * Decides on what is remembered and writes in one step, which fails where anything else was written since (decisions 0010 and 0039).
   *
   * @returns Null where it cannot or did not: nothing is written then, and `run` has to.
   */
  guess?(guessing: Guessing): Promise<readonly OperationResult[] | null>
  /** Whether the same batch may succeed when it is tried again: the database was busy, away or out of room. */
  isRetryable(error: unknown): boolean
  close(): Promise<void>
}
