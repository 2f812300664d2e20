import { Clock, gaugeMetric, Metrics, Store } from '@parakh/core'

/** How long events wait for their sinks, of all processes. Omitted while the database does not answer. */
export const outboxMetrics = Metrics.contribute({
  ...{ id: 'outbox', needs: { store: Store, clock: Clock } },
  make: ({ store: { outbox }, clock }) => [
    gaugeMetric(
      'parakh_outbox_oldest_seconds',
      'How long the oldest event waits that endpoints, or another sink of the host, have not taken yet; 0: all were taken',
      async () => {
        const oldestAt = await outbox.oldestAt().catch(() => undefined)
        if (oldestAt === undefined) return null
        return oldestAt === null ? 0 : Math.max(0, clock.now().getTime() - oldestAt) / 1_000
      },
    ),
  ],
})
