import { type Clock, type JobBacklog, type JobQueue, RevisionCache } from '@parakh/core'
import { Gauge, Registry } from 'prom-client'

/** Where the measurements come from. */
export interface JobMetricsOptions {
  readonly jobs: Pick<JobQueue, 'backlog'>
  readonly clock: Clock
}

/**
 * What waits of the jobs behind calls, in the database and by kind. A kind that was told once is told as 0 afterwards. While the database
 * does not answer, that is left out.
 */
export function createJobMetrics({ jobs, clock }: JobMetricsOptions): Registry {
  const registry = new Registry()
  // One reading for all gauges of a fetch.
  const readings = new RevisionCache({ clock, refresh: () => jobs.backlog(clock.now().getTime()) })
  const kinds = new Set<string>()
  const gauge = (name: string, help: string, value: (backlog: JobBacklog) => number) =>
    new Gauge({
      ...{ name, help, labelNames: ['kind'], registers: [registry] },
      async collect() {
        const backlog = await Promise.resolve(readings.get()).catch(() => null)
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
