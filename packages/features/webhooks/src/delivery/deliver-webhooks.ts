import { defineWork, SharedClock } from '@parakh/core'
import { WebhookWorker } from '../contract.ts'

/** Delivers what is due, in every process. While the host is in money recovery nothing is sent. */
export const deliverWebhooks = defineWork({
  ...{ id: 'webhooks.deliver', where: ['serve', 'worker'] },
  needs: { worker: WebhookWorker, clock: SharedClock },
  begin({ worker, clock, inRecovery }) {
    worker.start(inRecovery, clock)
    return async () => worker.stop()
  },
})
