import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from '@parakh/core'
import { errorFacts } from '@parakh/core'
import type { WebhookResult, WebhookStore } from '../webhook-store.ts'

const MOST_AT_ONCE = 256
const PAUSE_MS = 500
const TRIES_AT_END = 3

/** What a result writer is made from. */
export interface ResultWriterOptions {
  readonly store: Pick<WebhookStore, 'record'>
  readonly logger: Logger
  readonly disableAfterMs: number
}

interface Waiting {
  readonly result: WebhookResult
  readonly written: () => void
}

/** Records results in batches: while one commit is in progress, the next results queue up. A failed commit is tried again. */
export class ResultWriter {
  readonly #options: ResultWriterOptions
  #waiting: Waiting[] = []
  #writing: Promise<void> | null = null
  #triesLeft = Number.POSITIVE_INFINITY

  constructor(options: ResultWriterOptions) {
    this.#options = options
  }

  /** Resolves once the result is committed, or given up during shutdown: then the attempt is repeated. */
  write(result: WebhookResult): Promise<void> {
    return new Promise((written) => {
      this.#waiting.push({ result, written })
      this.#writing ??= this.#writeAll()
    })
  }

  /** From now on a failed commit is tried only a few times more. */
  limitRetries(): void {
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
