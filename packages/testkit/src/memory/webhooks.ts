import type { WebhookStore } from '@parakh/core'
import { notInMemory } from './not-in-memory.ts'

/** No account has a webhook endpoint in memory, and none can be made there. */
export const memoryWebhooks = (): WebhookStore =>
  new Proxy(notInMemory<WebhookStore>('webhook endpoints'), {
    get: (refusing, name) => (name === 'list' ? async () => [] : Reflect.get(refusing, name)),
  })
