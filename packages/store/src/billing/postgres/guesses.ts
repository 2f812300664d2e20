import type { BatchChanges, BatchState, BillingOperation, Decide } from '@parakh/core'
import { type StateRows, toBatchState } from '../batch/batch-state.ts'
import type { Decided } from '../batch/engine.ts'
import type { Footprint } from '../batch/footprint.ts'
import { Mirror, MOST_REMEMBERED } from '../batch/mirror.ts'
import { RowVersions } from './row-versions.ts'

/** Each row is checked by itself: all were read at the same time, whenever that was. */
const AT_ANY_TIME = 0
/** Batches that go without a guess after several in a row were wrong. */
const LONGEST_PAUSE = 256

/** What was decided without reading, and what it rests on. */
export interface Guess extends Decided {
  /** JSON. */
  readonly premises: string
}

/**
 * What a process remembers of the rows of its batches, and whether it is worth a try: where other processes write to the same wallets
 * most guesses are wrong, so each wrong one in a row doubles how many batches are read as if nothing were remembered.
 */
export class Guesses {
  readonly #mirror = new Mirror()
  readonly #versions = new RowVersions()
  #pause = 0
  #left = 0

  /** Decides on what is remembered. @returns Null where the batch has to be read. */
  make(operations: readonly BillingOperation[], decide: Decide, footprint: () => Footprint): Guess | null {
    if (this.#left > 0) {
      this.#left -= 1
      return null
    }
    const { calls } = this.#mirror.state
    const decided = this.#mirror.decide(operations, decide)
    if (!decided) return null
    const touched = footprint()
    const premises = this.#versions.premises(touched, decided.changes, keysOf(touched.calls, calls))
    return premises === null ? null : { ...decided, premises }
  }

  /** A guess was committed. */
  right(changes: BatchChanges, transaction: string): void {
    this.#pause = 0
    this.#apply(changes, transaction)
  }
  /** A row had been written by somebody else, a request id had been claimed, or nobody can say. */
  wrong(): void {
    this.#pause = Math.min(LONGEST_PAUSE, Math.max(1, 2 * this.#pause))
    this.#left = this.#pause
    this.#forget()
  }

  /** How many rows are remembered. */
  get remembered(): number {
    return this.#versions.size
  }

  /** Remembers what a transaction read beneath its locks, once it is committed, and what it wrote. */
  learn(read: readonly StateRows[], changes: BatchChanges, transaction: string | null): void {
    // The mirror forgets by itself what is too much, and its rows' versions stay behind.
    if (this.remembered > 2 * MOST_REMEMBERED) this.#forget()
    for (const rows of read) {
      this.#mirror.learn(toBatchState(rows), AT_ANY_TIME)
      this.#versions.learn(rows, this.#mirror.state.calls)
    }
    if (transaction !== null) this.#apply(changes, transaction)
  }

  #apply(changes: BatchChanges, transaction: string): void {
    this.#mirror.apply(changes)
    this.#versions.apply(changes, transaction)
  }

  #forget(): void {
    this.#mirror.forget()
    this.#versions.forget()
  }
}

const keysOf = (references: readonly string[], calls: BatchState['calls']): string[] =>
  references.flatMap((reference) => calls.get(reference)?.keyId ?? [])
