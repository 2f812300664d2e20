import { type Clock, RevisionCache, type WebhookBacklog, type WebhookStore } from '@parakh/core'
import { Gauge, Registry } from 'prom-client'

/** The sources of the metrics. */
export interface DeliveryMetricsOptions {
  readonly store: Pick<WebhookStore, 'backlog'>
  readonly clock: Clock
}

/**
 * Registers metrics of the delivery backlog of all processes, read from the database; no label contains an endpoint or an address. They
 * are omitted while the database does not answer, or if it has no deliveries.
 */
export function createDeliveryMetrics({ store, clock }: DeliveryMetricsOptions): Registry {
  const registry = new Registry()
  const registers = [registry]
  // One read for all gauges of a scrape.
  const readings = new RevisionCache({ clock, refresh: () => store.backlog() })
  const read = () => Promise.resolve(readings.get()).catch(() => null)
  const gauge = (name: string, help: string, value: (backlog: WebhookBacklog) => number) =>
    new Gauge({
      ...{ name, help, registers },
      async collect() {
        const backlog = await read()
        if (backlog) this.set(value(backlog))
        else this.remove()
      },
    })
  gauge(
    'parakh_webhook_pending_deliveries',
    'Deliveries of all processes that are still to come, retries of a later time too; counted up to 100,000',
    ({ pending }) => pending,
  )
  gauge(
    'parakh_webhook_oldest_due_seconds',
    'How long the delivery that is due for the longest time waits; 0: nothing is due',
    ({ oldestDueMs }) => oldestDueMs / 1_000,
  )
  gauge(
    'parakh_outbox_oldest_seconds',
    'How long the oldest event waits that endpoints, or another sink of the host, have not taken yet; 0: all were taken',
    ({ oldestEventMs }) => oldestEventMs / 1_000,
  )
  new Gauge({
    name: 'parakh_webhook_endpoints_disabled',
    help: 'Endpoints that are disabled, by why: requested, gone (410), failing (nothing delivered for days)',
    labelNames: ['reason'],
    registers,
    async collect() {
      this.reset()
      const { endpoints } = (await read()) ?? {}
      if (!endpoints) return
      for (const reason of ['REQUESTED', 'GONE', 'FAILING'] as const)
        this.set({ reason: reason.toLowerCase() }, endpoints[reason])
    },
  })
  return registry
}
