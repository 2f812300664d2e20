import { Clock, gaugeMetric, Metrics, RevisionCache } from '@parakh/core'
import { type WebhookBacklog, WebhookRows } from '../webhook-store.ts'

/**
 * The delivery backlog of all processes, read from the database; no label contains an endpoint or an address. Omitted while the database does not
 * answer, or if it has no deliveries.
 */
export const deliveryMetrics = Metrics.contribute({
  ...{ id: 'deliveries', needs: { store: WebhookRows, clock: Clock } },
  make({ store, clock }) {
    // One read for all metrics of a scrape.
    const readings = new RevisionCache({ clock, refresh: () => store.backlog() })
    const read = () => Promise.resolve(readings.get()).catch(() => null)
    const metric = (name: string, help: string, value: (backlog: WebhookBacklog) => number) =>
      gaugeMetric(name, help, async () => {
        const backlog = await read()
        return backlog && value(backlog)
      })
    return [
      metric(
        'parakh_webhook_pending_deliveries',
        'Deliveries of all processes that are still to come, retries of a later time too; counted up to 100,000',
        ({ pending }) => pending,
      ),
      metric(
        'parakh_webhook_oldest_due_seconds',
        'How long the delivery that is due for the longest time waits; 0: nothing is due',
        ({ oldestDueMs }) => oldestDueMs / 1_000,
      ),
      gaugeMetric(
        'parakh_webhook_endpoints_disabled',
        'Endpoints that are disabled, by why: requested, gone (410), failing (nothing delivered for days)',
        async () => {
          const { endpoints } = (await read()) ?? {}
          if (!endpoints) return null
          return (['REQUESTED', 'GONE', 'FAILING'] as const).map((reason) => ({
            labels: { reason: reason.toLowerCase() },
            value: endpoints[reason],
          }))
        },
      ),
    ]
  },
})
