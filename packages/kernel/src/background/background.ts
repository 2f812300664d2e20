import type { Logger } from '@parakh/core'
import { errorFacts } from '@parakh/core'

interface Chore {
  readonly name: string
  readonly everyMs: number
  run(): Promise<unknown>
}

/** Runs chores beside calls, each in turn with itself, until it is stopped. A chore that throws is told of and runs again. */
export class Background {
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<unknown>>()
  #stopped = false

  constructor(readonly logger: Logger) {}

  /** Begins a chore: the first run is one interval away. */
  begin(chore: Chore): void {
    if (this.#stopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const run = this.#runOnce(chore).finally(() => {
        this.#running.delete(run)
        this.begin(chore)
      })
      this.#running.add(run)
    }, chore.everyMs)
    // A process that has nothing else to do may end.
    timer.unref()
    this.#timers.add(timer)
  }

  async #runOnce(chore: Chore): Promise<void> {
    try {
      await chore.run()
    } catch (error) {
      this.logger.error('background.failed', { chore: chore.name, ...errorFacts(error) })
    }
  }

  /** Resolves when nothing runs any more. */
  async stop(): Promise<void> {
    this.#stopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
    await Promise.allSettled([...this.#running])
  }
}
