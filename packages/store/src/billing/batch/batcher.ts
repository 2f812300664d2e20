import type { Turns } from '../../connection/turns.ts'

/** Batches up to this size are not divided: their commit costs more than waiting for it. */
const SMALLEST_HALF = 16

/** How operations become batches. */
export interface BatcherOptions<Operation, Result> {
  /** Operations of one batch at most: `batch.maxSize` of the store's options. */
  readonly maxSize: number
  /**
   * Runs a batch as one transaction. Rejects where nothing of it was written, or its commit is unacknowledged.
   *
   * @param sinceMs When its oldest operation was queued, on `performance.now()`.
   */
  run(operations: readonly Operation[], sinceMs: number): Promise<readonly Result[]>
  /** Whether every operation of a failed batch fails alike: each half would only wait as long again. */
  failsAlike(error: unknown): boolean
  /** The error of an operation that fails alone. */
  refusal(operation: Operation, cause: unknown): unknown
  /** Batches take turns with other writers, where there are some. */
  readonly turns?: Turns | undefined
  /** What happens to contended operations; without it none are. */
  readonly contention?: Contention<Operation, Result> | undefined
}
/**
 * Contended operations wait for something that the others of their batch do not need, such as a locked wallet. They are queued again, and
 * the others run at once.
 */
export interface Contention<Operation, Result> {
  /** Which operations of a failed batch are contended; null where that is not why it failed. Nothing of the batch is written. */
  contended(error: unknown): ((operation: Operation) => boolean) | null
  /** Where they are queued: at the end of their own lane unless given. */
  readonly lane?: Batcher<Operation, Result> | undefined
  /** How long after it was first queued an operation is queued again, in milliseconds. */
  readonly withinMs: number
  /** How one is refused after that time. */
  refusal(error: unknown): unknown
}

interface Waiting<Operation, Result> {
  readonly operation: Operation
  readonly sinceMs: number
  /** Whether it goes before others where more wait than one batch takes. */
  readonly first: boolean
  resolve(result: Result): void
  reject(error: unknown): void
}

/** How much the last batch counts in the mean time of a batch. */
const LAST_BATCH_WEIGHT = 0.2

/**
 * One lane: while a batch is in flight the next one forms, in the order in which operations are queued. Where more wait than one batch takes,
 * those that go first are taken before all others. A batch that fails is halved until the one that fails is alone, so that no operation fails because of another.
 */
export class Batcher<Operation, Result> {
  #queue: Waiting<Operation, Result>[] = []
  #running: Promise<void> | null = null
  /** When the batch in flight began, on `performance.now()`; null: none is in flight. */
  #begunMs: number | null = null
  #meanBatchMs = 0

  constructor(private readonly options: BatcherOptions<Operation, Result>) {}

  /** Queues an operation. Resolves after the commit of its batch. @param first Before all that do not, where more wait than one batch takes. */
  add(operation: Operation, first = false): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.#enqueue([{ operation, sinceMs: performance.now(), first, resolve, reject }])
    })
  }

  /** Operations that wait for a batch. */
  get queued(): number {
    return this.#queue.length
  }

  /**
   * How long an operation would wait for its batch to begin if it were queued now, in milliseconds: the batches before its own, each as
   * long as a batch took lately, or as long as the one in flight has taken already.
   */
  get waitMs(): number {
    const { queued } = this
    if (queued === 0) return 0
    const elapsedMs = this.#begunMs === null ? 0 : performance.now() - this.#begunMs
    return (1 + Math.floor(queued / this.options.maxSize)) * Math.max(this.#meanBatchMs, elapsedMs)
  }

  /** Resolves when nothing is queued nor in flight. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  #enqueue(waiting: readonly Waiting<Operation, Result>[]): void {
    if (waiting.length === 0) return
    this.#queue.push(...waiting)
    this.#running ??= this.#drain()
  }

  async #drain(): Promise<void> {
    // Operations of one turn of the event loop make one batch: each request that has arrived is one callback of it.
    await new Promise<void>((resolve) => setImmediate(resolve))
    for (let before = 0; this.queued > 0; ) {
      const batch = this.#take(this.#nextSize(before))
      before = batch.length
      const begunMs = performance.now()
      this.#begunMs = begunMs
      await this.#settle(batch)
      this.#meanBatchMs += LAST_BATCH_WEIGHT * (performance.now() - begunMs - this.#meanBatchMs)
    }
    this.#begunMs = null
    this.#running = null
  }

  #take(size: number): readonly Waiting<Operation, Result>[] {
    if (this.queued <= this.options.maxSize) return this.#queue.splice(0, size)
    const [first, others] = [this.#queue.filter((one) => one.first), this.#queue.filter((one) => !one.first)]
    const taken = [...first, ...others].slice(0, size)
    const isTaken = new Set(taken)
    this.#queue = this.#queue.filter((one) => !isTaken.has(one))
    return taken
  }

  /**
   * Half of all operations that are in flight or queued, where there are many: while one half is in flight, the callers of the other go on.
   * Taken all at once, the database would wait for the callers and they for the database.
   */
  #nextSize(before: number): number {
    const half = Math.ceil((before + this.queued) / 2)
    return Math.min(this.options.maxSize, Math.max(SMALLEST_HALF, half))
  }

  async #settle(batch: readonly Waiting<Operation, Result>[]): Promise<void> {
    const operations = batch.map(({ operation }) => operation)
    const { turns } = this.options
    // One that was queued again may be older than those before it.
    const sinceMs = batch.reduce((oldest, one) => Math.min(oldest, one.sinceMs), Number.POSITIVE_INFINITY)
    const run = () => this.options.run(operations, sinceMs)
    try {
      const results = await (turns ? turns.take(run) : run())
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      await this.#isolate(batch, error)
    }
  }

  async #isolate(batch: readonly Waiting<Operation, Result>[], error: unknown): Promise<void> {
    const { failsAlike, refusal, contention } = this.options
    const isContended = contention?.contended(error)
    if (contention && isContended) {
      const [contended, others] = partition(batch, isContended)
      // Those that are still queued would make the next batch wait.
      const [queued, rest] = partition(this.#queue, isContended)
      this.#queue = [...rest]
      this.#queueAgain([...contended, ...queued], contention, error)
      if (others.length > 0) await this.#settle(others)
      return
    }
    if (batch.length === 1 || failsAlike(error)) {
      for (const { operation, reject } of batch) reject(refusal(operation, error))
      return
    }
    const half = Math.ceil(batch.length / 2)
    await this.#settle(batch.slice(0, half))
    await this.#settle(batch.slice(half))
  }

  #queueAgain(
    contended: readonly Waiting<Operation, Result>[],
    { lane = this, withinMs, refusal }: Contention<Operation, Result>,
    error: unknown,
  ): void {
    const over = performance.now() - withinMs
    for (const { reject } of contended.filter(({ sinceMs }) => sinceMs <= over)) reject(refusal(error))
    lane.#enqueue(contended.filter(({ sinceMs }) => sinceMs > over))
  }
}

function partition<Waiting extends { readonly operation: unknown }>(
  all: readonly Waiting[],
  is: (operation: Waiting['operation']) => boolean,
): readonly [readonly Waiting[], readonly Waiting[]] {
  return [all.filter(({ operation }) => is(operation)), all.filter(({ operation }) => !is(operation))]
}
