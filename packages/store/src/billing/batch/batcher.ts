import type { Turns } from '../../connection/turns.ts'

/** Batches up to this size are not divided: their commit costs more than waiting for it. */
const SMALLEST_HALF = 16

/** How operations become batches. */
export interface BatcherOptions<Operation, Result> {
  /** Operations of one batch at most; about 64. */
  readonly maxSize: number
  /**
   * Runs a batch as one transaction. Rejects when nothing of it was written, or nobody can say.
   *
   * @param sinceMs When its oldest operation was asked for, on `performance.now()`.
   */
  run(operations: readonly Operation[], sinceMs: number): Promise<readonly Result[]>
  /** Whether every operation of a failed batch fails alike: halving it would only wait as long again. */
  failsAlike(error: unknown): boolean
  /** What a rejected operation is told, once it stands alone. */
  refusal(operation: Operation, cause: unknown): unknown
  /** Batches take turns with other writers, where there are some. */
  readonly turns?: Turns | undefined
}

interface Waiting<Operation, Result> {
  readonly operation: Operation
  readonly sinceMs: number
  resolve(result: Result): void
  reject(error: unknown): void
}

/**
 * One lane: while a batch is in flight the next one forms, in the order of asking. A batch that fails is halved until the
 * culprit stands alone, so that no operation fails for its neighbour.
 */
export class Batcher<Operation, Result> {
  #queue: Waiting<Operation, Result>[] = []
  #running: Promise<void> | null = null

  constructor(private readonly options: BatcherOptions<Operation, Result>) {}

  /** Queues an operation. Resolves after the commit of its batch. */
  add(operation: Operation): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#queue.push({ operation, sinceMs: performance.now(), resolve, reject })
      this.#running ??= this.#drain()
    })
  }

  /** Resolves when nothing is queued nor in flight. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    // Operations asked for in the same turn of the event loop make one batch.
    await Promise.resolve()
    for (let before = 0; this.#queue.length > 0; ) {
      const size = this.#nextSize(before)
      const batch = this.#queue.slice(0, size)
      this.#queue = this.#queue.slice(size)
      before = batch.length
      await this.#settle(batch)
    }
    this.#running = null
  }

  /**
   * Half of all that is asked for at a time, where that is much: while one half is in flight, the callers of the other go on. Taken
   * all at once, the database would wait for the callers and they for the database.
   */
  #nextSize(before: number): number {
    const half = Math.ceil((before + this.#queue.length) / 2)
    return Math.min(this.options.maxSize, Math.max(SMALLEST_HALF, half))
  }

  async #settle(batch: readonly Waiting<Operation, Result>[]): Promise<void> {
    const operations = batch.map(({ operation }) => operation)
    const { turns } = this.options
    const run = () => this.options.run(operations, batch[0]?.sinceMs ?? performance.now())
    try {
      const results = await (turns ? turns.take(run) : run())
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      await this.#isolate(batch, error)
    }
  }

  async #isolate(batch: readonly Waiting<Operation, Result>[], error: unknown): Promise<void> {
    const { failsAlike, refusal } = this.options
    if (batch.length === 1 || failsAlike(error)) {
      for (const { operation, reject } of batch) reject(refusal(operation, error))
      return
    }
    const half = Math.ceil(batch.length / 2)
    await this.#settle(batch.slice(0, half))
    await this.#settle(batch.slice(half))
  }
}
