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
  /** What happens to operations that would hold up their neighbours; without it there are none. */
  readonly holdUps?: HoldUps<Operation, Result> | undefined
}
/** Operations that cannot go on for a reason of their own, such as a locked wallet. They are put back, and the others go on at once. */
export interface HoldUps<Operation, Result> {
  /** Which operations of a failed batch are held up; null where that is not why it failed. Nothing of the batch is written. */
  of(error: unknown): ((operation: Operation) => boolean) | null
  /** Where they are put; at the end of their own lane unless given. */
  readonly lane?: Batcher<Operation, Result> | undefined
  /** How long after it was asked for an operation is put back, in milliseconds. */
  readonly withinMs: number
  /** What one is told whose time is over. */
  refusal(error: unknown): unknown
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
      this.#enqueue([{ operation, sinceMs: performance.now(), resolve, reject }])
    })
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
    // Operations asked for in the same turn of the event loop make one batch: each request that has come is one callback of it.
    await new Promise<void>((resolve) => setImmediate(resolve))
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
    // What was put back may stand behind what was asked for later.
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
    const { failsAlike, refusal, holdUps } = this.options
    const isHeldUp = holdUps?.of(error)
    if (holdUps && isHeldUp) {
      const [heldUp, others] = partition(batch, isHeldUp)
      const [queued, rest] = partition(this.#queue, isHeldUp)
      // Those that are still queued would hold up the next batch.
      this.#queue = [...rest]
      this.#putBack([...heldUp, ...queued], holdUps, error)
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

  #putBack(
    heldUp: readonly Waiting<Operation, Result>[],
    { lane = this, withinMs, refusal }: HoldUps<Operation, Result>,
    error: unknown,
  ): void {
    const over = performance.now() - withinMs
    for (const { reject } of heldUp.filter(({ sinceMs }) => sinceMs <= over)) reject(refusal(error))
    lane.#enqueue(heldUp.filter(({ sinceMs }) => sinceMs > over))
  }
}

function partition<Waiting extends { readonly operation: unknown }>(
  all: readonly Waiting[],
  is: (operation: Waiting['operation']) => boolean,
): readonly [readonly Waiting[], readonly Waiting[]] {
  return [all.filter(({ operation }) => is(operation)), all.filter(({ operation }) => !is(operation))]
}
