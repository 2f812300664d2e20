import { randomUUID } from 'node:crypto'
import type { BillingOperation, Decide, OperationResult } from '@parakh/core'
import { errorCode, troubleFacts } from '../../connection/trouble.ts'
import type { Turns } from '../../connection/turns.ts'
import { storeErrors } from '../../error-codes.ts'
import { Batcher, type HoldUps } from './batcher.ts'
import { decideBatch } from './decide-batch.ts'
import type { BatchEngine, BatchTries } from './engine.ts'
import { LockedWallets, WalletsLocked } from './locked-wallets.ts'
import { isUnavailable, retry, unavailable } from './retry.ts'

/** How batches are made. */
export interface BatchesOptions {
  readonly engine: BatchEngine
  readonly decide: Decide
  /** Operations of one batch at most. */
  readonly maxSize: number
  /** Where other writers of this process wait too (SQLite). */
  readonly turns?: Turns | undefined
}
/** Runs operations in batches: one transaction serves all that came while the one before was in flight. */
export interface Batches {
  /** @throws `STORE_UNAVAILABLE`, `OPERATION_REFUSED` */
  run(operation: BillingOperation): Promise<OperationResult>
  idle(): Promise<void>
}

/**
 * How long a batch is tried again before its operations are told, in milliseconds, from when the oldest of them was asked for. A call
 * admits and settles within the 10 s by which its lease outlives its deadline.
 */
const RETRY_WITHIN_MS = 5_000

/**
 * How long a lane waits for a wallet that somebody else holds locked, in milliseconds: longer than the batches of a few other processes
 * take one after another, and short, because every wallet of the lane waits with it.
 */
const LOCK_WAIT_MS = 500
/** In the lane of those that were put back. It waits in the queue of PostgreSQL itself, so that it has its turn on a busy wallet. */
const PATIENT_LOCK_WAIT_MS = 2_000

type Lane = Batcher<BillingOperation, OperationResult>

/**
 * Lanes of batches. An account's operations always go through the same lane; where somebody holds their wallet locked, through a lane
 * apart until one of them has succeeded.
 */
export function createBatches({ engine, decide, maxSize, turns }: BatchesOptions): Batches {
  // Not of Ids: those of a test repeat in another process, and two lanes of one name would take each other's batches for their own.
  const process = randomUUID()
  const locked = new LockedWallets()
  const heldUp: HoldUps<BillingOperation, OperationResult> = {
    of: (error) => locked.holdUp(error),
    withinMs: RETRY_WITHIN_MS,
    refusal: (error) => unavailable(error instanceof WalletsLocked ? error.cause : error),
  }
  const lane = (name: string, lockWaitMs: number, holdUps: typeof heldUp): Lane => {
    let number = 0
    const run = async (operations: readonly BillingOperation[], sinceMs: number) => {
      number += 1
      const tries: BatchTries = { lane: `${process}/${name}`, number, lockWaitMs, doubted: null }
      const isRetryable = (error: unknown): boolean => tries.doubted !== null || engine.isRetryable(error)
      const attempt = () => decideBatch({ engine, decide }, operations, tries)
      const results = await retry(attempt, { withinMs: RETRY_WITHIN_MS, sinceMs, isRetryable })
      locked.passed(operations)
      return results
    }
    return new Batcher({ maxSize, run, failsAlike: isUnavailable, refusal, turns, holdUps })
  }
  const apart = lane('apart', PATIENT_LOCK_WAIT_MS, heldUp)
  const lanes = Array.from({ length: engine.lanes }, (_, index) =>
    lane(`${index}`, LOCK_WAIT_MS, { ...heldUp, lane: apart }),
  )
  return {
    run(operation) {
      const chosen = locked.has(operation) ? apart : lanes[laneOf(operation.accountId, lanes.length)]
      if (!chosen) throw new TypeError('there is no lane')
      return chosen.add(operation)
    },
    async idle() {
      await Promise.all(lanes.map((one) => one.idle()))
      await apart.idle()
    },
  }
}

/** Any even spread will do: FNV-1a. */
function laneOf(accountId: string, lanes: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < accountId.length; index++)
    hash = Math.imul(hash ^ accountId.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % lanes
}

/** The database's message may hold values, so it stays out; its code says enough. */
const refusal = ({ kind }: BillingOperation, cause: unknown): unknown =>
  isUnavailable(cause)
    ? cause
    : storeErrors.error('OPERATION_REFUSED', { kind, reason: errorCode(cause) }, { facts: troubleFacts(cause, kind) })
