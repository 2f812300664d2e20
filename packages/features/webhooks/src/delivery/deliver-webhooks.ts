import { defineWork, optional, SharedClock, WebhookWorker } from '@parakh/core'

// Without a database of ours there are no deliveries, and so nobody who sends them.
const needs = { worker: optional(WebhookWorker), clock: SharedClock } as const

/** Delivers what is due, in every process. While the host is in money recovery nothing is sent. */
export const deliverWebhooks = defineWork({
  ...{ id: 'webhooks.deliver', where: ['serve', 'worker'], needs },
  begin({ worker, clock, inRecovery }) {
    worker?.start(inRecovery, clock)
    return async () => worker?.stop()
  },
})
