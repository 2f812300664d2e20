import { randomUUID } from 'node:crypto'
import { type BillingOperation, type CallQueue, isParakhError, type OperationResult } from '@parakh/core'
import { errorCode, troubleFacts } from '../../connection/error-facts.ts'
import { isUnavailable, retry, unavailable } from '../../connection/retry.ts'
import type { Turns } from '../../connection/turns.ts'
import { storeErrors } from '../../error-codes.ts'
import { Batcher, type Contention } from './batcher.ts'
import { ContendedWallets, WalletsLocked } from './contended-wallets.ts'
import type { Batch, BatchEngine } from './engine.ts'
import { QueueLimit } from './queue-limit.ts'

type Lane = Batcher<BillingOperation, OperationResult>

/** How batches are made. */
export interface BatchesOptions {
  readonly engine: BatchEngine
  /** Operations of one batch at most. */
  readonly maxSize: number
  /** Where other writers of this process wait too (SQLite). */
  readonly turns?: Turns | undefined
  /** How long a new call may wait for its batch to begin, in milliseconds; longer, and it is refused. Any time unless given. */
  readonly longestWaitMs?: number | undefined
}
/** Runs operations in batches: one transaction has all that were queued while the one before was in flight. */
export interface Batches {
  /**
   * @param first Before operations of new calls; by default all but those go first.
   * @throws `STORE_UNAVAILABLE`, `OPERATION_REFUSED`
   */
  run(operation: BillingOperation, first?: boolean): Promise<OperationResult>
  /** What waits in the lane of an operation; without one, in the lane of most. */
  queue(operation?: BillingOperation): Omit<CallQueue, 'looksUp'>
  idle(): Promise<void>
}

/**
 * How long a batch is tried again before its operations are refused, in milliseconds, from when the oldest of them was queued. A call
 * admits and settles within the 10 s by which its lease outlives its deadline.
 */
const RETRY_WITHIN_MS = 5_000

/**
 * How long a batch waits for a wallet that another transaction holds locked, in milliseconds: longer than the batches of a few other
 * processes take one after another, and short, because every other wallet waits with it.
 */
const LOCK_WAIT_MS = 500
/** In the contended lane. Such a batch waits in PostgreSQL's own lock queue, so that it has its turn on a busy wallet. */
const CONTENDED_LOCK_WAIT_MS = 2_000

/** Whether an operation goes on with what was begun: settles, releases, moves of money, and replays. Else it is of a new call. */
function goesFirst(operation: BillingOperation): boolean {
  if (operation.kind === 'admit') return operation.alreadyCounted
  return operation.kind !== 'log' || operation.usage.outcome === 'replay'
}

/**
 * One lane of batches, and the contended lane: operations of a wallet that another transaction holds locked wait there, and no others with
 * them, until one of them has succeeded.
 */
export function createBatches({
  engine,
  maxSize,
  turns,
  longestWaitMs = Number.POSITIVE_INFINITY,
}: BatchesOptions): Batches {
  // Not of Ids: those of a test repeat in another process, and two lanes of one name would take each other's batches for their own.
  const process = randomUUID()
  const locked = new ContendedWallets()
  const lane = (name: string, lockWaitMs: number, contended?: Lane): Lane => {
    let number = 0
    const run = async (operations: readonly BillingOperation[], sinceMs: number) => {
      number += 1
      const batch: Batch = { operations, lane: `${process}/${name}`, number, lockWaitMs, unacknowledged: null }
      const isRetryable = (error: unknown): boolean => batch.unacknowledged !== null || engine.isRetryable(error)
      const results = await retry(() => engine.run(batch), { withinMs: RETRY_WITHIN_MS, sinceMs, isRetryable })
      locked.passed(operations)
      return results
    }
    const contention: Contention<BillingOperation, OperationResult> = {
      contended: (error) => locked.contended(error),
      lane: contended,
      withinMs: RETRY_WITHIN_MS,
      refusal: (error) => unavailable(error instanceof WalletsLocked ? error.cause : error),
    }
    return new Batcher({ maxSize, run, failsAlike: isUnavailable, refusal, turns, contention })
  }
  const contended = lane('contended', CONTENDED_LOCK_WAIT_MS)
  const main = lane('main', LOCK_WAIT_MS, contended)
  const limits = new Map([main, contended].map((one) => [one, new QueueLimit({ maxSize, longestWaitMs })]))
  const laneOf = (operation: BillingOperation): Lane => (locked.has(operation) ? contended : main)
  return {
    run: (operation, first = goesFirst(operation)) => laneOf(operation).add(operation, first),
    queue(operation) {
      const lane = operation ? laneOf(operation) : main
      const { queued, waitMs } = lane
      const refuses = limits.get(lane)?.refuses({ queued, waitMs }, performance.now())
      return { queued, waitMs, retryAfter: refuses ? Math.max(1, Math.ceil(waitMs / 1_000)) : null }
    },
    async idle() {
      await main.idle()
      await contended.idle()
    },
  }
}

/** What was decided against is told as it is. The database's message may have values in it, so only its code is told. */
const refusal = ({ kind }: BillingOperation, cause: unknown): unknown =>
  isParakhError(cause)
    ? cause
    : storeErrors.error('OPERATION_REFUSED', { kind, reason: errorCode(cause) }, { facts: troubleFacts(cause, kind) })
