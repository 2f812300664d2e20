import type { ClaimedJob, JobBacklog } from '@parakh/core'
import { errorFacts } from '@parakh/core'
import { type JobParts, LEASE_MS, runJob } from './run-jobs.ts'

/** How jobs are run. */
export interface JobRunnerOptions {
  readonly jobs: JobParts
  /** Jobs at a time in this process, 1 or more. */
  readonly concurrency: number
  /** False: none is begun for now. */
  mayRun(): boolean
}

/**
 * Runs the jobs that are due, several at a time, by turns of their kinds: the kind with the fewest running is next. One kind never takes
 * the last place, so that one whose source hangs does not hold up the others. A job is claimed when there is a place for it: its lease does
 * not pass while it waits.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions
  /** Jobs running, by kind; the kind that was begun last stands last. */
  readonly #running = new Map<string, number>()
  readonly #runs = new Set<Promise<void>>()
  #due: readonly JobBacklog[] = []
  #filling: Promise<void> | null = null
  #stopped = false

  constructor(options: JobRunnerOptions) {
    this.#options = options
  }

  /** Looks what is due, and begins as many as there are places. From then on each that ends begins the next. */
  async look(): Promise<void> {
    if (this.#stopped || !this.#options.mayRun()) return
    const { parts, queue } = this.#options.jobs
    this.#due = await queue.backlog(parts.clock.now().getTime())
    await this.#fill()
  }

  /** Begins no more, and resolves when those running have ended. */
  async stop(): Promise<void> {
    this.#stopped = true
    await this.#filling?.catch(() => undefined)
    await Promise.all(this.#runs)
  }

  /** One at a time: places that become free meanwhile are seen by the one that goes on. */
  #fill(): Promise<void> {
    this.#filling ??= this.#claimAll().finally(() => {
      this.#filling = null
    })
    return this.#filling
  }

  async #claimAll(): Promise<void> {
    const { jobs, mayRun } = this.#options
    const { parts, queue } = jobs
    for (let kinds = this.#open(); kinds.length > 0; kinds = this.#open()) {
      const [kind] = kinds
      if (kind === undefined || this.#stopped || !mayRun()) return
      const share = Math.max(1, Math.floor(this.#free() / kinds.length))
      const limit = Math.min(share, this.#placesOf(kind))
      const at = parts.clock.now().getTime()
      const claimed = await queue.claim(parts.owner, at, { kind, limit, leaseMs: LEASE_MS })
      if (claimed.length < limit) this.#due = this.#due.filter((one) => one.kind !== kind)
      for (const job of claimed) this.#begin(job)
    }
  }

  #free(): number {
    return this.#options.concurrency - this.#runs.size
  }

  /** Kinds that are due and have a place, the next one first. */
  #open(): readonly string[] {
    if (this.#free() <= 0) return []
    const turns = [...this.#running.keys()]
    return this.#due
      .map(({ kind }) => kind)
      .filter((kind) => this.#placesOf(kind) > 0)
      .sort((one, other) => this.#placesOf(other) - this.#placesOf(one) || turns.indexOf(one) - turns.indexOf(other))
  }

  /** How many more of a kind may be begun: it never takes the last place. */
  #placesOf(kind: string): number {
    return Math.max(1, this.#options.concurrency - 1) - (this.#running.get(kind) ?? 0)
  }

  #begin(job: ClaimedJob): void {
    const { name: kind } = job
    const running = (this.#running.get(kind) ?? 0) + 1
    this.#running.delete(kind)
    this.#running.set(kind, running)
    const run = runJob(this.#options.jobs, job).finally(() => {
      this.#runs.delete(run)
      this.#running.set(kind, (this.#running.get(kind) ?? 1) - 1)
      this.#next()
    })
    this.#runs.add(run)
  }

  #next(): void {
    if (this.#due.length === 0) return
    this.#fill().catch((error: unknown) => {
      // The next look tries again.
      this.#options.jobs.parts.logger.error('background.failed', { task: 'jobs', ...errorFacts(error) })
    })
  }
}
