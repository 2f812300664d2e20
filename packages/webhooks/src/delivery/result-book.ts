import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger, WebhookResult, WebhookStore } from '@parakh/core'
import { errorFacts } from '@parakh/core'

const MOST_AT_ONCE = 256
const PAUSE_MS = 500
const TRIES_AT_END = 3

/** What results are written by. */
export interface ResultBookOptions {
  readonly store: Pick<WebhookStore, 'record'>
  readonly logger: Logger
  readonly disableAfterMs: number
}

interface Waiting {
  readonly result: WebhookResult
  readonly written: () => void
}

/** Writes results down together: while one commit is under way, the next ones gather. A database that is away is waited for. */
export class ResultBook {
  readonly #options: ResultBookOptions
  #waiting: Waiting[] = []
  #writing: Promise<void> | null = null
  #triesLeft = Number.POSITIVE_INFINITY

  constructor(options: ResultBookOptions) {
    this.#options = options
  }

  /** Resolves when it is committed, or when it was given up at the end: then the attempt is made again. */
  write(result: WebhookResult): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ result, written })
      this.#writing ??= this.#writeAll()
    })
  }

  /** From now on a database that is away is waited for only a little. */
  end(): void {
    this.#triesLeft = TRIES_AT_END
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, MOST_AT_ONCE)
      await this.#writeOne(batch.map(({ result }) => result))
      for (const { written } of batch) written()
    }
    this.#writing = null
  }

  async #writeOne(results: readonly WebhookResult[]): Promise<void> {
    const { store, logger, disableAfterMs } = this.#options
    while (this.#triesLeft > 0) {
      try {
        return await store.record(results, { disableAfterMs })
      } catch (error) {
        this.#triesLeft -= 1
        logger.error('webhooks.not_recorded', { attempts: results.length, ...errorFacts(error) })
        await sleep(PAUSE_MS)
      }
    }
  }
}
