import { Clock, gaugeMetric, Metrics, RevisionCache, Store, Wallets, type WalletTasks } from '@parakh/core'
import { externalOf } from './wallet-services.ts'

type Backlog = Awaited<ReturnType<WalletTasks['backlog']>>

/** What an external wallet has still to do, read from the database; omitted while it does not answer. */
export const walletTaskMetrics = Metrics.contribute({
  ...{ id: 'wallet-tasks', needs: { store: Store, wallets: Wallets, clock: Clock } },
  make({ store: { walletTasks }, wallets, clock }) {
    if (!externalOf(wallets)) return []
    // One read for all metrics of a scrape.
    const readings = new RevisionCache({ clock, refresh: () => walletTasks.backlog() })
    const metric = (name: string, help: string, value: (backlog: Backlog) => number) =>
      gaugeMetric(name, help, async () => {
        const backlog = await Promise.resolve(readings.get()).catch(() => null)
        return backlog && value(backlog)
      })
    return [
      metric('parakh_wallet_tasks_open', 'Steps that the external wallet has still to take', ({ open }) => open),
      metric(
        'parakh_wallet_tasks_oldest_seconds',
        'How long the oldest step is open that the external wallet has still to take; 0: none is',
        ({ oldestAt }) => (oldestAt === null ? 0 : Math.max(0, clock.now().getTime() - oldestAt) / 1_000),
      ),
    ]
  },
})
