/**
 * How long a queue is long before it stands, and how long nobody must be refused before it no longer does, in milliseconds.
 */
const STANDING_MS = 1_000
/** Of the longest wait: what a standing queue may make a call wait. */
const STANDING_SHARE = 0.1
/** Full batches that wait at most, however fast they are: with the bytes of one operation this bounds memory. */
const MOST_BATCHES = 32

/** What waits in a lane. */
export interface LaneQueue {
  readonly queued: number
  /** How long one queued now would wait, in milliseconds. */
  readonly waitMs: number
}

/**
 * When new calls are refused. A burst is let through up to the longest wait, because it passes. A queue that stands makes every call wait
 * and serves none sooner, so it is kept short.
 */
export class QueueLimit {
  #longSinceMs: number | null = null
  #refusedAtMs = Number.NEGATIVE_INFINITY

  /** @param options `maxSize`: operations of one batch at most; `longestWaitMs`: of a burst, in milliseconds. */
  constructor(private readonly options: { readonly maxSize: number; readonly longestWaitMs: number }) {}

  /** Whether a new call is refused. @param nowMs On a clock that never goes back. */
  refuses({ queued, waitMs }: LaneQueue, nowMs: number): boolean {
    const { maxSize, longestWaitMs } = this.options
    const standingMs = STANDING_SHARE * longestWaitMs
    // What fits into the next batch waits for one batch, however slow it is: refusing it would shorten nothing.
    const isFull = queued >= maxSize
    if (isFull && waitMs > standingMs) this.#longSinceMs ??= nowMs
    else if (nowMs - this.#refusedAtMs > STANDING_MS) this.#longSinceMs = null
    const stands = this.#longSinceMs !== null && nowMs - this.#longSinceMs > STANDING_MS
    const isLong = waitMs > (stands ? standingMs : longestWaitMs) || queued >= MOST_BATCHES * maxSize
    if (isFull && isLong) this.#refusedAtMs = nowMs
    return isFull && isLong
  }
}
