import type { BillingOperation, Decide, EventRow, OperationResult } from '@parakh/core'
import { testkitErrors } from '../error-codes.ts'
import { applyChanges } from './apply-changes.ts'
import { readBatchState } from './batch-state.ts'
import type { MemoryTables } from './memory-tables.ts'

interface Queued {
  readonly operation: BillingOperation
  resolve(result: OperationResult): void
  reject(thrown: unknown): void
}

/** Collects the operations of one tick, and decides and writes them as one batch. */
export class BatchQueue {
  #waiting: Queued[] = []
  #idle: (() => void)[] = []
  #closed = false
  readonly #watchers = new Set<(events: readonly EventRow[]) => void>()

  constructor(
    private readonly tables: MemoryTables,
    private readonly decide: Decide,
  ) {}

  /** Puts an operation into the next batch. @throws `STORE_CLOSED` */
  run(operation: BillingOperation): Promise<OperationResult> {
    if (this.#closed) return Promise.reject(testkitErrors.error('STORE_CLOSED'))
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0) queueMicrotask(() => this.#flush())
      this.#waiting.push({ operation, resolve, reject })
    })
  }

  /** Resolves when nothing is queued. */
  idle(): Promise<void> {
    return this.#waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => this.#idle.push(resolve))
  }

  /** Calls back with the events of each batch of this queue. @returns Ends it. */
  watch(watcher: (events: readonly EventRow[]) => void): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Takes nothing more. */
  close(): void {
    this.#closed = true
  }

  get closed(): boolean {
    return this.#closed
  }

  #flush(): void {
    const batch = this.#waiting
    this.#waiting = []
    this.#runBatch(batch)
    for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** One bad operation never fails its neighbours: a batch that throws is run one by one. */
  #runBatch(batch: readonly Queued[]): void {
    try {
      const operations = batch.map(({ operation }) => operation)
      const { results, changes } = this.decide(readBatchState(this.tables, operations), operations)
      applyChanges(this.tables, changes)
      for (const [place, { resolve }] of batch.entries()) resolve(results[place] as OperationResult)
      if (changes.events.length > 0) for (const watcher of this.#watchers) watcher(changes.events)
    } catch (thrown) {
      if (batch.length === 1) batch[0]?.reject(thrown)
      else for (const queued of batch) this.#runBatch([queued])
    }
  }
}
