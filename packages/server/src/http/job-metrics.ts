import { type Clock, type JobBacklog, type JobQueue, RevisionCache } from '@parakh/core'
import { Gauge, Registry } from 'prom-client'

/** The sources of the metrics. */
export interface JobMetricsOptions {
  readonly jobs: Pick<JobQueue, 'backlog'>
  readonly clock: Clock
}

/**
 * Registers metrics of the job backlog by kind, read from the database. A kind that was reported once is reported as 0 later. They are
 * omitted while the database does not answer.
 */
export function createJobMetrics({ jobs, clock }: JobMetricsOptions): Registry {
  const registry = new Registry()
  // One read for all gauges of a scrape.
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
