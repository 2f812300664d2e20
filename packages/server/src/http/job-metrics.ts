import type { Clock, JobBacklog, JobQueue } from '@parakh/core'
import { Gauge, Registry } from 'prom-client'

/** Where the measurements come from. */
export interface JobMetricsOptions {
  readonly jobs: Pick<JobQueue, 'backlog'>
  readonly clock: Clock
}

/** Whoever fetches more often gets the same reading. */
const READING_MS = 1_000

/**
 * What waits of the jobs behind calls, in the database and by kind. A kind that was told once is told as 0 afterwards. While the database
 * does not answer, that is left out.
 */
export function createJobMetrics({ jobs, clock }: JobMetricsOptions): Registry {
  const registry = new Registry()
  const read = readings({ jobs, clock })
  const kinds = new Set<string>()
  const gauge = (name: string, help: string, value: (backlog: JobBacklog) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['kind'], registers: [registry] },
      async collect() {
        const backlog = await read()
        this.reset()
        if (!backlog) return
        for (const { kind } of backlog) kinds.add(kind)
        for (const kind of kinds) this.set({ kind }, 0)
        for (const one of backlog) this.set({ kind: one.kind }, value(one))
      },
    })
  gauge('parakh_jobs_due', 'Jobs of all processes that are due and are not under way, by kind', ({ due }) => due)
  gauge(
    'parakh_jobs_oldest_due_seconds',
    'How long the job that is due for the longest time waits, by kind; 0: nothing is due',
    ({ oldestAt }) => Math.max(0, clock.now().getTime() - oldestAt) / 1_000,
  )
  return registry
}

/** One reading for all gauges of a fetch; null: there is none to be had. */
function readings({ jobs, clock }: JobMetricsOptions): () => Promise<readonly JobBacklog[] | null> {
  let [readAtMs, last]: [number, Promise<readonly JobBacklog[] | null> | null] = [0, null]
  return () => {
    const nowMs = clock.monotonicMs()
    if (last && nowMs - readAtMs < READING_MS) return last
    readAtMs = nowMs
    last = jobs.backlog(clock.now().getTime()).catch(() => null)
    return last
  }
}
