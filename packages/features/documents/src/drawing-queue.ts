import { setImmediate } from 'node:timers/promises'

/** How much is drawn at once, and how much may wait for it. */
export interface QueueLimits {
  readonly atOnce: number
  readonly waiting: number
}

/** Draws few documents at once, lets some wait in their order, and takes no more. */
export class DrawingQueue {
  readonly #limits: QueueLimits
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** What the work gives, once it is its turn; null where too much waits already. */
  run<T>(work: () => Promise<T>): Promise<T> | null {
    const { atOnce, waiting } = this.#limits
    return this.#running >= atOnce && this.#waiting.length >= waiting ? null : this.#inTurn(work)
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running += 1
    // Whoever ends leaves its place to this one.
    else await new Promise<void>((resolve) => this.#waiting.push(resolve))
    try {
      // A page is drawn in one go: calls that have arrived come first.
      await setImmediate()
      return await work()
    } finally {
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running -= 1
    }
  }
}
