import { Clock, gaugeMetric, type JobBacklog, Metrics, RevisionCache, Store } from '@parakh/core'

/**
 * The job backlog of all processes by kind, read from the database. A kind that was reported once is reported as 0 later. They are omitted
 * while the database does not answer.
 */
export const jobMetrics = Metrics.contribute({
  ...{ id: 'jobs', needs: { store: Store, clock: Clock } },
  make({ store: { jobs }, clock }) {
    // One read for all metrics of a scrape.
    const readings = new RevisionCache({ clock, refresh: () => jobs.backlog(clock.now().getTime()) })
    const kinds = new Set<string>()
    const metric = (name: string, help: string, value: (backlog: JobBacklog) => number) =>
      gaugeMetric(name, help, async () => {
        const backlog = await Promise.resolve(readings.get()).catch(() => null)
        if (!backlog) return null
        for (const { kind } of backlog) kinds.add(kind)
        const values = new Map([...kinds].map((kind) => [kind, 0]))
        for (const one of backlog) values.set(one.kind, value(one))
        return [...values].map(([kind, value]) => ({ labels: { kind }, value }))
      })
    return [
      metric('parakh_jobs_due', 'Jobs of all processes that are due and are not under way, by kind', ({ due }) => due),
      metric(
        'parakh_jobs_oldest_due_seconds',
        'How long the job that is due for the longest time waits, by kind; 0: nothing is due',
        ({ oldestAt }) => Math.max(0, clock.now().getTime() - oldestAt) / 1_000,
      ),
    ]
  },
})
