import type { Logger } from '@parakh/core'
import { errorFacts } from '@parakh/core'

interface BackgroundTask {
  readonly name: string
  readonly everyMs: number
  /** Ends the task where it returns false: asked after each run. */
  while?(): boolean
  run(): Promise<unknown>
}

/** Runs background tasks until it is stopped. A task never overlaps with itself; one that throws is logged and runs again. */
export class Background {
  readonly #timers = new Set<NodeJS.Timeout>()
  readonly #running = new Set<Promise<unknown>>()
  #stopped = false

  constructor(readonly logger: Logger) {}

  /** Schedules a task: it first runs after one interval. */
  begin(task: BackgroundTask): void {
    if (this.#stopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      const run = this.#runOnce(task).finally(() => {
        this.#running.delete(run)
        if (task.while?.() ?? true) this.begin(task)
      })
      this.#running.add(run)
    }, task.everyMs)
    // A process that has nothing else to do may end.
    timer.unref()
    this.#timers.add(timer)
  }

  async #runOnce(task: BackgroundTask): Promise<void> {
    try {
      await task.run()
    } catch (error) {
      this.logger.error('background.failed', { task: task.name, ...errorFacts(error) })
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
