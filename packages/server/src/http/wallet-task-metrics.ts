import { type Clock, RevisionCache, type WalletTasks } from '@parakh/core'
import { Gauge, Registry } from 'prom-client'

/** The sources of the metrics. */
export interface WalletTaskMetricsOptions {
  readonly tasks: Pick<WalletTasks, 'backlog'>
  readonly clock: Clock
}
type Backlog = Awaited<ReturnType<WalletTasks['backlog']>>

/** Registers metrics of what an external wallet has still to do, read from the database. They are omitted while it does not answer. */
export function createWalletTaskMetrics({ tasks, clock }: WalletTaskMetricsOptions): Registry {
  const registry = new Registry()
  // One read for all gauges of a scrape.
  const readings = new RevisionCache({ clock, refresh: () => tasks.backlog() })
  const gauge = (name: string, help: string, value: (backlog: Backlog) => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      async collect() {
        const backlog = await Promise.resolve(readings.get()).catch(() => null)
        if (backlog) this.set(value(backlog))
        else this.remove()
      },
    })
  gauge('parakh_wallet_tasks_open', 'Steps that the external wallet has still to take', ({ open }) => open)
  gauge(
    'parakh_wallet_tasks_oldest_seconds',
    'How long the oldest step is open that the external wallet has still to take; 0: none is',
    ({ oldestAt }) => (oldestAt === null ? 0 : Math.max(0, clock.now().getTime() - oldestAt) / 1_000),
  )
  return registry
}
